#!/usr/bin/env bash
# Measures the figures of `sentences` and `both` in RESULTS.md, by the commands of its sections.
#
#     bench/figures-of-sentences.sh BUNDLE DATA OUT [JOBS]
#
# DATA: ../shared/data. OUT: a folder with a file for each command's output; a second run skips commands whose file exists.
# JOBS: commands at a time, one thread each; default 2. Exits with status 1 if a command failed.
# figures-into-results.ts writes the figures into the tables.
# Omits what needs Python or an idle machine: all-MiniLM-L6-v2, Encoding speed, Drafts.
set -euo pipefail
if [ $# -lt 3 ]; then
  echo "usage: bench/figures-of-sentences.sh BUNDLE DATA OUT [JOBS]" >&2
  exit 2
fi
bundle=$1 data=$2 out=$3 jobs=${4:-2}
mkdir -p "$out"
fingerprint=$(grep -m1 '"fingerprint"' "$bundle/encoder.json")
if [ -e "$out/bundle" ] && [ "$(cat "$out/bundle")" != "$fingerprint" ]; then
  echo "$out has figures of another bundle, expected those of $bundle; name another folder or delete it" >&2
  exit 2
fi
echo "$fingerprint" >"$out/bundle"
rm -f "$out"/*.part
export TF_NUM_INTRAOP_THREADS=1 OMP_NUM_THREADS=1

run() { # NAME COMMAND…
  local name=$1
  shift
  if [ -e "$out/$name" ]; then return; fi
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
  echo "$(date +%T) $name: $*" >&2
  if "$@" >"$out/$name.part" 2>"$out/$name.log"; then mv "$out/$name.part" "$out/$name"; else echo "$name failed: see $out/$name.log" >&2; fi &
}
evaluate() { # NAME FLAG…
  local name=$1
  shift
  run "$name" node packages/trainer/bin/leitmotif-train.js evaluate --model "$bundle" --json "$@"
}

for corpus in openstax markdown-docs wikipedia; do
  articles=$data/$corpus.jsonl.gz
  for name in sentences both; do
    for context in article none; do
      evaluate "tdc-headings-scb-$corpus-$name-$context" --articles "$articles" --representation $name --task tdc,headings,scb --context $context
      for negative in article corpus; do
        if [ $negative = corpus ] && [ $context != none ]; then continue; fi
        evaluate "tdc-$negative-$corpus-$name-$context" --articles "$articles" --representation $name --negative $negative --context $context
      done
    done
    evaluate "moves-$corpus-$name" --articles "$articles" --representation $name --task moves
  done
  if [ $corpus = wikipedia ]; then # as in RESULTS.md
    articles=$out/wikipedia-2000.jsonl
    gzip -dc "$data/wikipedia.jsonl.gz" | awk 'NR <= 2000' >"$articles"
  fi
  evaluate "heading-suggestions-$corpus" --articles "$articles" --representation sentences --task heading-suggestions
done
for name in sentences both; do evaluate "relatedness-$name" --representation $name --task relatedness --pairs "$data/sick"; done
choi=$data/segmentation/choi
for set in 3-11 3-5 6-8 9-11; do
  folders=("$choi/1/$set" "$choi/2/$set")
  if [ $set = 3-11 ]; then folders+=("$choi/3/$set"); fi
  evaluate "segmentation-$set" --representation sentences --task segmentation --segments "${folders[@]}"
done
evaluate segmentation-cities --representation sentences --task segmentation --segments "$data/segmentation/cities"
wait
if compgen -G "$out/*.part" >/dev/null; then exit 1; fi
