/** product.ts, compiled: WebAssembly with SIMD. */
export declare const PRODUCT_KERNEL: Uint8Array
