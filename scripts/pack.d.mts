export declare function pack(to: string, runtimes?: readonly string[]): void
