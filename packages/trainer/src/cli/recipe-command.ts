import { counted, EXIT, Failure, readFailure, writeFailure } from '@leitmotif/command'
import { Command } from 'commander'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CORPUS_KINDS } from '../corpora/corpus.js'

interface Flags {
  readonly teacher?: string
  readonly out: string
  readonly work?: string
  readonly small: boolean
}

/** One command of a recipe. */
interface Stage {
  /** Arguments of `leitmotif-train`. `{articles}`, `{teacher}`, `{work}` and `{out}` are replaced. */
  readonly run: readonly string[]
  /** More arguments with --small, which override earlier ones. */
  readonly small: readonly string[]
}

/** The file in --work that names the stages that are done. */
const DONE = 'stages-done.json'
const PROGRAM = fileURLToPath(new URL('../../bin/leitmotif-train.cjs', import.meta.url))

/** `leitmotif-train recipe FILE CORPUS… --out DIR` runs the commands that make a bundle. */
export function recipeCommand(): Command {
  return new Command('recipe')
    .summary('Make an encoder bundle by the commands in a recipe file')
    .description(
      'Make an encoder bundle by the commands in a recipe file, one after another. Run it again to continue where it was cut off: ' +
        'stages that are done with the same arguments and files are passed over.\n\n' +
        'Example: leitmotif-train recipe recipes/leitmotif-en.json articles.jsonl.gz --teacher all-MiniLM-L6-v2 --out my-encoder --small'
    )
    .argument(
      '<file>',
      'recipe, as JSON: {"stages": [{"run": ["vectors", "{articles}", …], "small": ["--epochs", "3"]}, …]}'
    )
    .argument('<corpus...>', `${CORPUS_KINDS}; {articles} of the recipe`)
    .requiredOption('--out <dir>', 'folder of the bundle; {out} of the recipe')
    .option('--teacher <dir>', 'folder of the sentence encoder that teaches; {teacher} of the recipe')
    .option('--work <dir>', 'folder for files of the stages; {work} of the recipe (default: --out with .work)')
    .option('--small', "use the recipe's smaller settings: minutes instead of hours", false)
    .action(run)
}

async function run(file: string, corpora: readonly string[], { teacher, out, small, ...flags }: Flags): Promise<void> {
  const stages = readStages(
    file,
    await readFile(file, 'utf8').catch((error: unknown) => Promise.reject(readFailure(file, error)))
  )
  const work = flags.work ?? `${resolve(out)}.work`
  const values: Readonly<Record<string, readonly string[] | undefined>> = {
    '{articles}': corpora,
    '{teacher}': teacher === undefined ? undefined : [teacher],
    '{work}': [work],
    '{out}': [out]
  }
  const fill = (text: string): readonly string[] => {
    const whole = values[text]
    if (whole !== undefined) return whole
    return [
      text.replace(/\{[a-z]+\}/g, (name) => {
        const value = values[name]
        if (value?.length === 1) return value[0]
        throw new Failure(
          name === '{teacher}'
            ? `${file}: uses {teacher}; name the folder of a sentence encoder with --teacher`
            : `${file}: uses ${name} in ${JSON.stringify(text)}; expected {articles} alone, {teacher}, {work} or {out}`
        )
      })
    ]
  }
  const commands = stages.map((stage) => [...stage.run, ...(small ? stage.small : [])].flatMap(fill))
  await mkdir(work, { recursive: true }).catch((error: unknown) => Promise.reject(writeFailure(work, error)))
  const sizes = await Promise.all(corpora.map(async (corpus) => [corpus, await sizeOf(corpus)] as const))
  const done = await readDone(join(work, DONE))
  let key = JSON.stringify(sizes)
  for (const [s, command] of commands.entries()) {
    // A stage depends on those before it.
    key = createHash('sha256')
      .update(`${key}\n${JSON.stringify(command)}`)
      .digest('hex')
    const told = `stage ${s + 1} of ${commands.length}, ${command[0]}`
    if (done[s] === key) {
      process.stderr.write(`${told}: done\n`)
      continue
    }
    process.stderr.write(`${told}\n`)
    const begun = performance.now()
    const status = await runStage(command)
    if (status !== EXIT.done && status !== EXIT.findings) {
      throw new Failure(
        `${file}: ${told}, ended with status ${status}; see its message above, then run the same command to continue`
      )
    }
    done[s] = key
    done.length = s + 1
    await writeFile(join(work, DONE), `${JSON.stringify(done)}\n`)
    process.stderr.write(`${told}: ${Math.round((performance.now() - begun) / 60_000)} minutes\n`)
  }
  process.stdout.write(`${out}: made in ${counted(commands.length, 'stage')}\n`)
}

/** Runs a stage, which ends when this process does, because the channel between them closes (`leitmotif-train.ts`). */
function runStage(command: readonly string[]): Promise<number> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...command], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    child.on('error', reject)
    child.on('exit', (status, signal) => {
      settle(status ?? (signal === null ? 1 : EXIT.failed))
    })
  })
}

function readStages(file: string, text: string): Stage[] {
  let recipe: unknown
  try {
    recipe = JSON.parse(text)
  } catch {
    throw new Failure(`${file}: is not JSON; expected {"stages": […]}`)
  }
  const { stages } = (recipe ?? {}) as { stages?: unknown }
  if (!Array.isArray(stages) || stages.length === 0)
    throw new Failure(`${file}: has no stages; expected a list of them`)
  return stages.map((stage: unknown, s) => {
    const { run, small = [] } = (stage ?? {}) as { run?: unknown; small?: unknown }
    const words = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((word) => typeof word === 'string')
    if (words(run) && run.length > 0 && words(small)) return { run, small }
    throw new Failure(
      `${file}: stage ${s + 1} is ${JSON.stringify(stage)}; expected {"run": [texts], "small": [texts]}`
    )
  })
}

/** Returns the size of a corpus, which tells whether it changed. */
async function sizeOf(corpus: string): Promise<number> {
  const found = await stat(corpus).catch((error: unknown) => Promise.reject(readFailure(corpus, error)))
  return found.isDirectory() ? 0 : found.size
}

async function readDone(path: string): Promise<string[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as string[]
  } catch {
    return []
  }
}
