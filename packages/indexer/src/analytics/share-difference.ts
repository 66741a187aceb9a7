import { FEW_DOCUMENTS, groupEffects, isFew, residual } from './clustered-count.js'
import { twoSidedP, normalOf, studentOf, Z } from './p-values.js'

/** Sums over documents for comparing shares between two parts, a and b. n is the size of a document in a part. */
interface PairedSums {
  /** Σ n of each part, and the documents of each part and of either. */
  readonly of: [a: number, b: number]
  readonly documents: [a: number, b: number, either: number]
  /** Σ n² of each part, Σ n_a n_b, and the size of the overlap of both parts. */
  readonly nn: [a: number, b: number]
  nanb: number
  shared: number
}

/** The difference of a share between two parts. */
export interface Difference {
  /** Count and share in each part; shares are 0 to 1. */
  readonly a: PartShare
  readonly b: PartShare
  /** The part with the larger share. */
  readonly larger: 'a' | 'b'
  /** The larger share divided by the smaller, at least 1, with its 95% interval. */
  readonly ratio: number
  readonly low: number
  readonly high: number
  /** Two-sided p-value. */
  readonly p: number
  /** Number of documents of either part that have it. */
  readonly documents: number
  /** Fewer than 30 occurrences in both parts together, or fewer than 5 documents although the parts have as many. */
  readonly few: boolean
}

interface PartShare {
  readonly count: number
  /** Number of documents of the part that have it. */
  readonly documents: number
  readonly share: number
}

/** Sums of one row: Σ x of each part, documents that have it, Σ x², Σ x n, and products between the parts. */
const [COUNT_A, COUNT_B, HAVING_A, HAVING_B, HAVING, XX_A, XX_B, XN_A, XN_B, XA_XB, XA_NB, NA_XB] = Array.from(
  { length: 12 },
  (_, i) => i
)
const SUMS = 12

/**
 * Accumulates how often each of `rows` things (themes or words) occurs in two parts of a collection, which may overlap.
 * Documents are added one by one; memory depends only on the number of rows.
 */
export function createPairTally(rows: number): {
  /** Adds a document: its size in each part and in both, and for each row it has, its counts in each part. */
  add(
    of: readonly [a: number, b: number, both: number],
    held: Iterable<readonly [row: number, a: number, b: number]>
  ): void
  difference(row: number): Difference
  /** Number of documents of either part that have it. */
  documents(row: number): number
  /** Whether both parts have enough documents to estimate the variance between documents. */
  vary(): boolean
} {
  const sums = new Float64Array(rows * SUMS)
  const whole: PairedSums = { of: [0, 0], documents: [0, 0, 0], nn: [0, 0], nanb: 0, shared: 0 }
  return {
    add([na, nb, both], held) {
      whole.of[0] += na
      whole.of[1] += nb
      whole.documents[0] += na > 0 ? 1 : 0
      whole.documents[1] += nb > 0 ? 1 : 0
      whole.documents[2]++
      whole.nn[0] += na * na
      whole.nn[1] += nb * nb
      whole.nanb += na * nb
      whole.shared += both
      for (const [row, a, b] of held) {
        const at = row * SUMS
        sums[at + COUNT_A] += a
        sums[at + COUNT_B] += b
        sums[at + HAVING_A] += a > 0 ? 1 : 0
        sums[at + HAVING_B] += b > 0 ? 1 : 0
        sums[at + HAVING]++
        sums[at + XX_A] += a * a
        sums[at + XX_B] += b * b
        sums[at + XN_A] += a * na
        sums[at + XN_B] += b * nb
        sums[at + XA_XB] += a * b
        sums[at + XA_NB] += a * nb
        sums[at + NA_XB] += na * b
      }
    },
    difference: (row) => differenceOf(sums.subarray(row * SUMS, (row + 1) * SUMS), whole),
    documents: (row) => sums[row * SUMS + HAVING],
    vary: () => varies(whole)
  }
}

function varies({ documents }: PairedSums): boolean {
  return Math.min(documents[0], documents[1]) >= FEW_DOCUMENTS
}

/**
 * Tests the difference of one row.
 *
 * Sentences of one document depend on each other. Therefore the score test for independent draws with a common share
 * uses counts divided by design effects (Rao and Scott 1992, Biometrics 48; `groupEffects`). In simulations with 10
 * documents in one part and 40 in the other, one pooled effect kept the level, and the variance over documents alone
 * did not; with 10 and 400, the pooled effect had twice the nominal error rate. Separate effects for each part were not
 * simulated with unequal lengths.
 *
 * The p-value is never smaller than that of the log odds ratio with Firth's correction and the variance over documents
 * (Liang and Zeger 1986, Biometrika 73). Both tests allow for documents that are in both parts, and equal those of
 * `trendLine` for two places. Student's distribution has two degrees of freedom fewer than there are documents with the
 * row. If a part has fewer than five documents, sentences count as independent draws, and the distribution is normal.
 * The interval of the ratio is test-based (Miettinen 1976, American Journal of Epidemiology 103): it excludes 1 if p is
 * below .05.
 */
function differenceOf(s: Float64Array, whole: PairedSums): Difference {
  const [na, nb] = whole.of
  const [a, b] = [
    {
      count: s[COUNT_A],
      of: na,
      documents: whole.documents[0],
      having: s[HAVING_A],
      xx: s[XX_A],
      xn: s[XN_A],
      nn: whole.nn[0]
    },
    {
      count: s[COUNT_B],
      of: nb,
      documents: whole.documents[1],
      having: s[HAVING_B],
      xx: s[XX_B],
      xn: s[XN_B],
      nn: whole.nn[1]
    }
  ]
  const documents = s[HAVING]
  const [da, db] = groupEffects([a, b])
  const common = (a.count / da + b.count / db) / (na / da + nb / db)
  const draws = common * (1 - common) * (da / na + db / nb - (2 * whole.shared * Math.sqrt(da * db)) / (na * nb))
  const [pa, pb] = [(a.count + 0.5) / (na + 1), (b.count + 0.5) / (nb + 1)]
  const vary = varies(whole)
  let t = draws > 0 ? Math.abs(a.count / na - b.count / nb) / Math.sqrt(draws) : 0
  if (vary) {
    const [ia, ib] = [na * pa * (1 - pa), nb * pb * (1 - pb)]
    const both = s[XA_XB] - pb * s[XA_NB] - pa * s[NA_XB] + pa * pb * whole.nanb
    const [either] = whole.documents.slice(2)
    const sums = residual(a, pa) / ia ** 2 + residual(b, pb) / ib ** 2 - (2 * both) / (ia * ib)
    const variance = (sums * either) / (either - 2)
    const logOdds = Math.log(((pa / (1 - pa)) * (1 - pb)) / pb)
    t = Math.min(t, variance > 0 ? Math.abs(logOdds) / Math.sqrt(variance) : 0)
  }
  const freedom = Math.max(1, documents - 2)
  const quantile = vary ? studentOf(Z, freedom) : Z
  const log = Math.abs(Math.log(pa / pb))
  // Without a difference, uses the approximate standard error of a log ratio of counts.
  const error = t > 0 && log > 0 ? log / t : Math.sqrt(1 / (a.count + 0.5) + 1 / (b.count + 0.5))
  return {
    a: { count: a.count, documents: a.having, share: a.count / na },
    b: { count: b.count, documents: b.having, share: b.count / nb },
    larger: pa >= pb ? 'a' : 'b',
    ratio: Math.exp(log),
    low: Math.exp(log - quantile * error),
    high: Math.exp(log + quantile * error),
    p: t > 0 ? twoSidedP(vary ? normalOf(t, freedom) : t) : 1,
    documents,
    few: isFew({ sentences: a.count + b.count, documents: vary ? documents : FEW_DOCUMENTS })
  }
}
