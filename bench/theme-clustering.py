"""Clusters a file of vectors by scikit-learn's MiniBatchKMeans on one thread, the reference of bench/theme-clustering.ts.

    python theme-clustering.py FILE DIMS CLUSTERS

FILE: float32 rows. Both sides cluster rows less their mean, scaled to length 1, and label each row. Prints time and peak memory of each
step, and the mean cosine of rows to their centres.
"""

import resource
import sys
import time

import numpy as np
from sklearn.cluster import MiniBatchKMeans

file, dims, clusters = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
laps = []


def lap(name):
    now, cpu = time.time(), time.process_time()
    if laps:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        print(f"{name}: {now - laps[-1][0]:.1f} s, processor {cpu - laps[-1][1]:.1f} s, peak so far {peak:.0f} MB")
    laps.append((now, cpu))


lap("start")
rows = np.fromfile(file, dtype=np.float32).reshape(-1, dims)
rows -= rows.mean(axis=0)
rows /= np.linalg.norm(rows, axis=1, keepdims=True)
lap("scikit-learn: read, centre and scale")
model = MiniBatchKMeans(n_clusters=clusters, random_state=1).fit(rows)
lap(f"scikit-learn: fit and label ({model.n_steps_} steps)")
centres = model.cluster_centers_ / np.linalg.norm(model.cluster_centers_, axis=1, keepdims=True)
total = sum(float((rows[i : i + 4096] * centres[model.labels_[i : i + 4096]]).sum()) for i in range(0, len(rows), 4096))
now, cpu = laps[-1][0] - laps[0][0], laps[-1][1] - laps[0][1]
print(f"scikit-learn, in all: {now:.1f} s, processor {cpu:.1f} s; mean cosine {total / len(rows):.4f}")
