import { access, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/**
 * Selects the files to read in the folders that a user names. Patterns are those of `.gitignore`, relative to the named
 * folder.
 */
export interface FileSelection {
  /** Only files that match one of these. Default: all. */
  readonly include?: readonly string[]
  /** Files and folders to leave out. */
  readonly exclude?: readonly string[]
  /** Whether to leave out what `.gitignore` and `.leitmotifignore` name. Default: true. */
  readonly ignoreFiles?: boolean
}

/** Whether files and folders of this name are never read in folders, whatever the rules say. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** The rules that apply below a folder: its own first, then those of the folders above it. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[]

/** In this order, so that rules of the second override those of the first. */
const IGNORE_FILES = ['.gitignore', '.leitmotifignore']

/** Returns the rules below `folder`, given those above it. */
export async function rulesBelow(folder: string, above: IgnoreRules): Promise<IgnoreRules> {
  const texts = await Promise.all(IGNORE_FILES.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  if (texts.every((text) => text === '')) return above
  return [{ folder, rules: patterns(texts.join('\n')) }, ...above]
}

/**
 * Returns the rules of the folders above a folder that the user named, up to the root of its Git repository. If they
 * exclude the folder itself, returns none, because the user asked for it.
 */
export async function rulesAbove(folder: string): Promise<IgnoreRules> {
  const folders: string[] = []
  for (let at = folder; !(await exists(join(at, '.git'))); at = dirname(at)) {
    if (dirname(at) === at) return []
    folders.push(dirname(at))
  }
  let rules: IgnoreRules = []
  for (const each of folders.reverse()) rules = await rulesBelow(each, rules)
  return isIgnored(folder, true, rules) ? [] : rules
}

/** Whether the rules leave out a file or folder. Rules of nearer folders take precedence. */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules): boolean {
  for (const { folder, rules: own } of rules) {
    const { ignored, unignored } = own.test(within(folder, path, isFolder))
    if (ignored || unignored) return ignored
  }
  return false
}

/** Returns the patterns of `include` that match nothing so far, and a function that drops those that match a file. */
export function createPatternWatch(include: readonly string[] = []): {
  readonly unmatched: ReadonlySet<string>
  readonly see: (root: string, path: string) => void
} {
  // A pattern with an exclamation mark takes files out.
  const pending = new Map(include.filter((each) => !each.startsWith('!')).map((each) => [each, patterns(each)]))
  const unmatched = new Set(pending.keys())
  return {
    unmatched,
    see(root, path) {
      for (const pattern of unmatched)
        if (pending.get(pattern)!.ignores(within(root, path, false))) unmatched.delete(pattern)
    }
  }
}

/**
 * Returns a function that tells whether `include` and `exclude` select a file, or a folder to look into, below the
 * folder that the user named.
 */
export function createSelector({
  include = [],
  exclude = []
}: FileSelection): (root: string, path: string, isFolder: boolean) => boolean {
  const included = patterns(include.join('\n'))
  const excluded = patterns(exclude.join('\n'))
  return (root, path, isFolder) => {
    const name = within(root, path, isFolder)
    if (excluded.ignores(name)) return false
    return isFolder || include.length === 0 || included.ignores(name)
  }
}

function patterns(text: string): Ignore {
  return ignore({ ignorecase: false }).add(text)
}

function within(folder: string, path: string, isFolder: boolean): string {
  return relative(folder, path).split(sep).join('/') + (isFolder ? '/' : '')
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false
  )
}
