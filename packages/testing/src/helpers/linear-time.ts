/** Runs of each length at most. Whatever else the process does only adds to a time, so the least of a few is the work's. */
const RUNS = 9

/** Milliseconds of processor time that a run may take whatever its length: garbage, and code that is compiled on the way. */
const ALLOWANCE = 20

/**
 * Checks that `run` takes processor time linear in the length of what `make` makes: for 2 and 4 times the length at most 4 and 8
 * times as long, where linear would be 2 and 4, and quadratic 4 and 16. `length` should give a few milliseconds or more.
 * @throws Error with the times where it takes longer, in the best of RUNS runs.
 */
export async function expectLinear<T>(
  name: string,
  length: number,
  make: (length: number) => T,
  run: (input: T) => unknown
): Promise<void> {
  const inputs = [1, 2, 4].map((factor) => make(factor * length))
  const least = [Infinity, Infinity, Infinity]
  for (let round = 0; round < RUNS; round++) {
    for (const [i, input] of inputs.entries()) {
      const started = process.cpuUsage()
      await run(input)
      const { user, system } = process.cpuUsage(started)
      least[i] = Math.min(least[i], (user + system) / 1000)
    }
    const [once, twice, fourfold] = least
    if (twice < 4 * once + ALLOWANCE && fourfold < 8 * once + ALLOWANCE) return
  }
  const times = least.map((time) => time.toFixed(1)).join(', ')
  throw new Error(`${name} takes ${times} ms for lengths ${[1, 2, 4].map((factor) => factor * length).join(', ')}`)
}
