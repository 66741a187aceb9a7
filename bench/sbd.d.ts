declare module 'sbd' {
  export function sentences(text: string, options?: { newline_boundaries?: boolean }): string[]
}
