import { Failure } from '@leitmotif/command'
import { Option, type Command } from 'commander'
import type { DraftPart } from '../evaluation/draft-files.js'
import { BASELINES, BM25, TERM_VECTORS } from '../evaluation/evaluated-model.js'
import { TASKS, type EvaluationFlags, type Task } from './evaluation-tasks.js'
import type { EvaluationTask } from './extensions.js'

/** Returns the tasks that an option applies to; none for an option that applies to all. */
function tasksOf(option: keyof EvaluationFlags): Task[] {
  return (Object.keys(TASKS) as Task[]).filter((name) => TASKS[name].options?.includes(option))
}

function applies(option: keyof EvaluationFlags, { task }: Pick<EvaluationFlags, 'task'>): boolean {
  return tasksOf(option).some((name) => task.includes(name))
}

/** Returns the name of the option of a task's flag, as `pairs`. */
function dataName({ flag }: Pick<EvaluationTask, 'flag'>): string {
  return new Option(flag).attributeName()
}

/** Returns the argument of a task's flag; undefined if it was not given. */
export function dataOf(task: EvaluationTask, command: Command): string | undefined {
  return command.getOptionValue(dataName(task)) as string | undefined
}

/** Returns the arguments of added tasks' options, by option name. */
export function dataNamed(added: readonly EvaluationTask[], command: Command): object {
  const named = added.map((task) => [dataName(task), dataOf(task, command)] as const)
  return Object.fromEntries(named.filter(([, data]) => data !== undefined))
}

/** True if a task reads articles rather than other data. */
function readsArticles({ task, segments, triplets }: EvaluationFlags): boolean {
  return task.some((name) => {
    if (name === 'segmentation') return segments === undefined
    if (name === 'tdc') return triplets === undefined
    return Object.hasOwn(TASKS, name) && name !== 'drafts'
  })
}

/** Checks the options. @throws Failure for data or options without their task, and for a task without its data. */
export function checkFlags(flags: EvaluationFlags, command: Command, added: readonly EvaluationTask[]): void {
  const { model, articles, segments, task } = flags
  const given = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  for (const option of command.options) {
    const of = tasksOf(option.attributeName() as keyof EvaluationFlags)
    if (given(option.attributeName()) && of.length > 0 && !of.some((name) => task.includes(name)))
      throw new Failure(`${option.long} goes with --task ${of.join('|')} only; leave it out, or change that`)
  }
  if (model === BM25 && task.some((name) => name !== 'find')) {
    throw new Failure(`--model ${BM25} has no vectors; use it with --task find alone`)
  }
  const ofBundles = task.find((name) => ['heading-suggestions', 'find', 'corpus', 'names'].includes(name))
  if (ofBundles !== undefined && Object.hasOwn(TERM_VECTORS, model)) {
    throw new Failure(
      `--task ${ofBundles} can't be measured with --model ${model}, whose vectors are comparable only within one call; ` +
        'use mean-vectors or a bundle'
    )
  }
  if (task.includes('names')) {
    if (flags.judge === undefined)
      throw new Failure('--judge is missing; expected the folder of an independent encoder')
    if (BASELINES.includes(flags.judge)) {
      throw new Failure(`--judge ${flags.judge} is a baseline; expected the folder of an independent encoder`)
    }
  }
  if (segments !== undefined && given('units')) {
    throw new Failure('--units goes with --articles only; the documents of --segments have fixed units')
  }
  if (flags.triplets !== undefined && (given('context') || given('negative'))) {
    throw new Failure(
      '--context and --negative go with --articles only; triplets of a file have their negatives and no context'
    )
  }
  if (task.includes('drafts') && flags.drafts === undefined) {
    throw new Failure('--drafts is missing; expected a folder of drafts')
  }
  if (flags.show !== undefined && !task.includes('relatedness'))
    throw new Failure('--show goes with --task relatedness only; leave it out, or change that')
  for (const { name, flag, data } of added) {
    const [long] = flag.split(' ')
    const named = given(dataName({ flag }))
    if (named && !task.includes(name)) {
      throw new Failure(`${long} goes with --task ${name} only; leave it out, or change that`)
    }
    if (!named && task.includes(name)) throw new Failure(`${long} is missing; expected ${data}`)
  }
  const reads = readsArticles(flags)
  if (articles.length === 0 && reads) {
    throw new Failure(
      '--articles is missing; expected articles to measure (segmentation needs none with --segments, tdc none with --triplets)'
    )
  }
  if (!reads && (articles.length > 0 || given('split'))) {
    throw new Failure(
      '--articles and --no-split go with tasks that read articles only; leave them out, or change --task'
    )
  }
  if (flags.negative === 'corpus' && flags.context !== 'none') {
    // The mean that a context subtracts is exactly what distinguishes articles.
    throw new Failure(
      '--negative corpus goes with --context none only: sentences of other articles are outside of this context'
    )
  }
}

/** Returns the options that applied to the measured tasks. */
export function appliedOf(
  flags: EvaluationFlags
): Partial<Omit<EvaluationFlags, 'part'>> & { readonly part?: string; readonly draftPart?: DraftPart } {
  const { articles, segments, triplets, split, units, context, negative } = flags
  const { maxArticles, sentences, distance, judge, drafts, part: draftPart } = flags
  return {
    ...(readsArticles(flags) && { articles, part: split ? 'test' : 'all' }),
    ...(segments === undefined ? applies('units', flags) && { units } : { segments }),
    ...(triplets !== undefined && { triplets }),
    ...(applies('drafts', flags) && { drafts, draftPart }),
    ...(applies('context', flags) && triplets === undefined && { context }),
    ...(applies('negative', flags) && triplets === undefined && { negative }),
    ...(judge !== undefined && { judge }),
    ...(applies('sentences', flags) && { maxArticles, sentences, distance })
  }
}
