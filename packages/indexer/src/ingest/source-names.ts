import nodePath, { type PlatformPath } from 'node:path'

/**
 * Returns the deepest folder that contains all of some absolute folders; of folders on several drives of Windows, the root of the first.
 * @param path the rules of another system
 */
export function commonFolder(folders: readonly string[], path: PlatformPath = nodePath): string {
  const [first, ...others] = folders.map((folder) => {
    const { root } = path.parse(folder)
    return [root, ...folder.slice(root.length).split(path.sep)]
  })
  const differs = first.findIndex((part, depth) => others.some((parts) => parts[depth] !== part))
  return path.join(...first.slice(0, differs < 0 ? undefined : Math.max(1, differs)))
}

/** Returns whether an absolute path is a folder or below it. @param path the rules of another system */
export function isWithin(folder: string, file: string, { sep }: PlatformPath = nodePath): boolean {
  return file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Returns a file's name within a collection: its path from `base`, with slashes. @param path the rules of another system */
export function sourceName(base: string, file: string, path: PlatformPath = nodePath): string {
  return path.relative(base, path.resolve(file)).split(path.sep).join('/') || '.'
}
