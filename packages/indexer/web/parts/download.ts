/** Saves a file on the reader's machine. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Returns a file name without ending that says what a picture shows: `themes-by-author`. */
export function fileNameOf(words: string): string {
  const name = words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return name.replace(/^-|-$/g, '').slice(0, 80) || 'picture'
}
