import { PRODUCT_KERNEL } from '#product-kernel'

/** The part of WebAssembly used here; TypeScript has its types for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

interface Kernel {
  readonly multiply: (a: number, panels: number, product: number, rows: number, inputs: number, width: number) => void
}

/** The kernel's tile, rows by columns. */
const TILE_ROWS = 4
const TILE_COLUMNS = 8
const PAGE = 65_536
/** Maximum number of pages of a WebAssembly memory: 4 GiB. */
const MOST_PAGES = 65_536

/**
 * Starts the kernel of kernel/product.ts, in WebAssembly with SIMD. All current versions of Node, browsers and editors
 * run it, ten times as fast as the best plain JavaScript. Its memory has `pages` pages and can grow to `most`.
 */
function startKernel(pages: number, most: number): Kernel & { readonly memory: Memory } {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: most })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(PRODUCT_KERNEL), { env: { memory } })
  return { memory, ...(instance.exports as Kernel) }
}

/** Views of a product's three matrices in a memory. */
interface Layout {
  /** [height, inputs], `height` being the rows rounded up to whole tiles. */
  readonly left: Float32Array
  /** [width / TILE_COLUMNS, inputs, TILE_COLUMNS], `width` being the columns rounded up to whole tiles. */
  readonly panels: Float32Array
  /** [height, width] */
  readonly result: Float32Array
  readonly height: number
  readonly width: number
}

const roundUp = (size: number, tile: number): number => Math.ceil(size / tile) * tile

function pagesOf(rows: number, inputs: number, columns: number): number {
  const [height, width] = [roundUp(rows, TILE_ROWS), roundUp(columns, TILE_COLUMNS)]
  return Math.ceil((4 * (height * inputs + inputs * width + height * width)) / PAGE)
}

function layOut({ buffer }: Memory, rows: number, inputs: number, columns: number): Layout {
  const [height, width] = [roundUp(rows, TILE_ROWS), roundUp(columns, TILE_COLUMNS)]
  const left = new Float32Array(buffer, 0, height * inputs)
  const panels = new Float32Array(buffer, left.byteLength, inputs * width)
  const result = new Float32Array(buffer, panels.byteOffset + panels.byteLength, height * width)
  return { left, panels, result, height, width }
}

/** Packs the matrix [inputs, columns], or its transpose [columns, inputs], into panels. Padding columns are zero. */
function packPanels(
  panels: Float32Array,
  matrix: Float32Array,
  inputs: number,
  columns: number,
  turned: boolean
): void {
  const [perInput, perColumn] = turned ? [1, inputs] : [columns, 1]
  let to = 0
  for (let first = 0; first < columns; first += TILE_COLUMNS) {
    for (let k = 0; k < inputs; k++) {
      for (let c = first; c < first + TILE_COLUMNS; c++) {
        panels[to++] = c < columns ? matrix[k * perInput + c * perColumn] : 0
      }
    }
  }
}

/** A product with one fixed matrix. */
export interface MatrixProduct {
  /** The left matrix, [rows, inputs]: write it before `multiply`. */
  readonly left: Float32Array
  /** Columns of the result: `outputs` rounded up to whole tiles. Columns after `outputs` are zero. */
  readonly width: number
  /** Multiplies the first `count` rows; the result, [rows, width], is overwritten by the next call. */
  readonly multiply: (count: number) => Float32Array
}

/**
 * Prepares the product of up to `rows` rows with `matrix` [inputs, outputs]; if it is `turned`, it is passed as [outputs,
 * inputs]. A row's result depends on that row alone.
 */
export function prepareProduct(
  matrix: Float32Array,
  inputs: number,
  outputs: number,
  rows: number,
  turned = false
): MatrixProduct {
  const pages = pagesOf(rows, inputs, outputs)
  const { memory, multiply } = startKernel(pages, pages)
  const { left, panels, result, width } = layOut(memory, rows, inputs, outputs)
  packPanels(panels, matrix, inputs, outputs, turned)
  return {
    left,
    width,
    multiply(count) {
      const height = roundUp(count, TILE_ROWS)
      multiply(left.byteOffset, panels.byteOffset, result.byteOffset, height, inputs, width)
      return result
    }
  }
}

/** Returns left[rows, inputs] · right[inputs, columns]. A side with `turned` is passed transposed. */
export type Multiply = (
  left: { readonly values: Float32Array; readonly turned: boolean },
  right: { readonly values: Float32Array; readonly turned: boolean },
  rows: number,
  inputs: number,
  columns: number
) => Float32Array

/** Creates a function that multiplies any two matrices, in one memory that grows as needed. */
export function createMultiply(): Multiply {
  const { memory, multiply } = startKernel(1, MOST_PAGES)
  return (left, right, rows, inputs, columns) => {
    const missing = pagesOf(rows, inputs, columns) - memory.buffer.byteLength / PAGE
    if (missing > 0) memory.grow(missing)
    const layout = layOut(memory, rows, inputs, columns)
    if (left.turned) {
      for (let r = 0; r < rows; r++) {
        for (let k = 0; k < inputs; k++) layout.left[r * inputs + k] = left.values[k * rows + r]
      }
    } else layout.left.set(left.values)
    packPanels(layout.panels, right.values, inputs, columns, right.turned)
    const { height, width, result } = layout
    multiply(layout.left.byteOffset, layout.panels.byteOffset, result.byteOffset, height, inputs, width)
    const product = new Float32Array(rows * columns)
    for (let r = 0; r < rows; r++) product.set(result.subarray(r * width, r * width + columns), r * columns)
    return product
  }
}
