export declare function provideBrowser(options: { readonly again: boolean }): {
  readonly path?: string
  readonly missing?: string
}
