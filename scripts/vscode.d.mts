export declare const vscode: { readonly node: string; readonly server: string; readonly builtin: string }
export declare function provideVscode(options: { readonly again: boolean }): string | undefined
