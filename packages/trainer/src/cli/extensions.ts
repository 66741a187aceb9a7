import { Failure } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import { Command } from 'commander'
import type { Measurable } from '../evaluation/tdc.js'

/** The figures of a task, as JSON and as lines for people. */
export interface MeasuredTask {
  readonly figures: object
  readonly text: string
}

/** A task that a package adds to `evaluate`. It uses separate data instead of articles. */
export interface EvaluationTask {
  readonly name: string
  /** The question that the task answers, for --help. */
  readonly question: string
  /** The flag that names the data, as `--pairs <folder>`. */
  readonly flag: string
  /** Description of the data, for --help and messages. */
  readonly data: string
  /** Measures the vectors of an encoder. */
  measure(
    encoder: Measurable,
    data: string,
    options: { readonly representation?: Representation | undefined } & ShownPairs
  ): Promise<MeasuredTask>
  /** Opens a model that is not an encoder bundle and can do only this task; undefined if the folder has none. */
  openModel(folder: string): Promise<TaskModel | undefined>
}

export interface TaskModel {
  readonly fingerprint: string
  /** Name of the model's output, which is not vectors, for messages. */
  readonly gives: string
  measure(data: string, options?: ShownPairs): Promise<MeasuredTask>
}

/** How many items of the data to show with their figures. */
export interface ShownPairs {
  readonly show?: number | undefined
}

/** Additions of an optional package to `leitmotif-train`, exported by its entry point `commands`. */
export interface TrainerExtension {
  /** Commands of the program. */
  readonly commands?: () => readonly Command[]
  /** Sub-commands of `fit`. */
  readonly fits?: () => readonly Command[]
  readonly tasks?: readonly EvaluationTask[]
}

interface OptionalPackage {
  readonly name: string
  /** The names of what it adds, for messages if it is not installed. */
  readonly commands: readonly string[]
  readonly fits: readonly string[]
  readonly tasks: readonly Pick<EvaluationTask, 'name' | 'flag'>[]
}

const OPTIONAL_PACKAGES: readonly OptionalPackage[] = [
  { name: '@leitmotif/events', commands: ['events'], fits: ['events'], tasks: [] },
  {
    name: '@leitmotif/pairs',
    commands: [],
    fits: ['pairs'],
    tasks: [{ name: 'relatedness', flag: '--pairs <folder>' }]
  }
]

/** Loads the installed optional packages. For each of the others, returns commands that name the package to install. */
export function loadExtensions(packages = OPTIONAL_PACKAGES): Promise<TrainerExtension[]> {
  return Promise.all(
    packages.map(async (each) => {
      const entry = `${each.name}/commands`
      return isInstalled(entry) ? ((await import(entry)) as TrainerExtension) : missingExtension(each)
    })
  )
}

function isInstalled(entry: string): boolean {
  try {
    import.meta.resolve(entry)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}

function missingExtension({ name, commands, fits, tasks }: OptionalPackage): TrainerExtension {
  const refuse = (what: string) => (): never => {
    throw new Failure(`${what} needs the package ${name}, which is not installed; run npm install ${name}`)
  }
  const refusing = (command: string, line: string): Command =>
    new Command(command)
      .description(`Needs the package ${name}.`)
      .argument('[line...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(refuse(`leitmotif-train ${line}`))
  return {
    commands: () => commands.map((command) => refusing(command, command)),
    fits: () => fits.map((command) => refusing(command, `fit ${command}`)),
    tasks: tasks.map((task) => ({
      ...task,
      question: `needs the package ${name}`,
      data: `data that the package ${name} reads`,
      measure: refuse(`--task ${task.name}`),
      openModel: () => Promise.resolve(undefined)
    }))
  }
}
