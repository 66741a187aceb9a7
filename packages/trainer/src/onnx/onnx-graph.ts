import type { WordTable } from '@leitmotif/encoder/training'
import { fromFloat16, toFloat16 } from './float16.js'
import { bytesField, integerField, joinFields, readFields, type Fields } from './protobuf.js'

/** Versions of ONNX's operator set and file format. */
const OPERATORS = 17
const FORMAT = 8

/** ONNX's codes for element and attribute types. */
export const TYPE = { float32: 1, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10 } as const
const ATTRIBUTE = { integer: 2, text: 3, integers: 7 } as const

/** An input or an output of a model. A dimension with a name may have any size. */
interface Value {
  readonly name: string
  readonly type: keyof typeof TYPE
  readonly shape: readonly (number | string)[]
}

/** Integers are 0 or more. */
type Attributes = Readonly<Record<string, number | string | readonly number[]>>

/** Builds the graph of an ONNX model. Nodes refer to each other's inputs and outputs by name. */
export interface Graph {
  /** Adds a node and returns the name of its output. `name`: the name to give it. */
  readonly node: (operator: string, inputs: readonly string[], attributes?: Attributes, name?: string) => string
  /** Adds weights, stored in 16 bits; runtimes widen them once, on loading. */
  readonly weights: (shape: readonly number[], values: Float32Array) => string
  /** Adds a table of vectors, and returns the rows at `places`, [...places, dims]. */
  readonly rowsOf: (table: WordTable, places: string) => string
  /** Adds constants, float32 or int64; a single one without `shape`. `name`: the name to give them. */
  readonly constant: (
    type: 'float32' | 'int64',
    values: ArrayLike<number>,
    shape?: readonly number[],
    name?: string
  ) => string
  /** Returns the model's file. */
  readonly encode: (name: string, inputs: readonly Value[], output: Value) => Uint8Array<ArrayBuffer>
}

/** Returns an empty graph. Its file follows onnx.proto (ONNX 1.12), with that file's field numbers. */
export function createGraph(): Graph {
  const nodes: Fields[] = []
  const tensors: Fields[] = []
  const addTensor = (
    type: keyof typeof TYPE,
    shape: readonly number[],
    values: ArrayBufferView,
    name = `tensor${tensors.length}`
  ): string => {
    tensors.push(
      // TensorProto
      joinFields([
        ...shape.map((size) => integerField(1, size)),
        integerField(2, TYPE[type]),
        bytesField(8, name),
        bytesField(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) // little-endian, row-major
      ])
    )
    return name
  }
  const node: Graph['node'] = (operator, inputs, attributes = {}, name = `${operator}${nodes.length}`) => {
    nodes.push(
      // NodeProto
      joinFields([
        ...inputs.map((input) => bytesField(1, input)),
        bytesField(2, name),
        bytesField(4, operator),
        ...Object.entries(attributes).map(([key, value]) => bytesField(5, attribute(key, value)))
      ])
    )
    return name
  }
  return {
    node,
    weights: (shape, values) => node('Cast', [addTensor('float16', shape, toFloat16(values))], { to: TYPE.float32 }),
    rowsOf({ count, dims, rows, scales }, places) {
      const steps = node('Gather', [addTensor('int8', [count, dims], rows), places])
      const scale = node('Gather', [addTensor('float32', [count, 1], scales), places])
      return node('Mul', [node('Cast', [steps], { to: TYPE.float32 }), scale])
    },
    constant: (type, values, shape = [], name?) =>
      addTensor(
        type,
        shape,
        type === 'int64' ? BigInt64Array.from(Array.from(values), BigInt) : Float32Array.from(values),
        name
      ),
    encode(name, inputs, output) {
      const graph = joinFields([
        ...nodes.map((each) => bytesField(1, each)),
        bytesField(2, name),
        ...tensors.map((each) => bytesField(5, each)),
        ...inputs.map((input) => bytesField(11, valueInfo(input))),
        bytesField(12, valueInfo(output))
      ])
      return joinFields([
        integerField(1, FORMAT),
        bytesField(2, 'leitmotif-train'),
        bytesField(7, graph),
        bytesField(8, integerField(2, OPERATORS))
      ])
    }
  }
}

/**
 * Returns the weights of a model written by a `Graph`, in the order in which they were added.
 * @throws RangeError for any other model.
 */
export function readWeights(model: Uint8Array): Float32Array[] {
  const weights: Float32Array[] = []
  for (const graph of partsOf(model, 7)) {
    for (const tensor of partsOf(graph, 5)) {
      const isWeights = [...readFields(tensor)].some(([field, value]) => field === 2 && value === TYPE.float16)
      if (isWeights)
        for (const raw of partsOf(tensor, 9)) weights.push(fromFloat16(new Uint16Array(raw.slice().buffer)))
    }
  }
  return weights
}

/** A graph's float32 tensors by name, and its products with one of them by the name of their node. */
export interface ReadGraph {
  readonly tensors: ReadonlyMap<string, Float32Array>
  readonly products: ReadonlyMap<string, Float32Array>
}

/** Reads the float32 weights of any ONNX model that holds its own. @throws RangeError for another file. */
export function readGraph(model: Uint8Array): ReadGraph {
  const tensors = new Map<string, Float32Array>()
  const products = new Map<string, Float32Array>()
  const nodes: { readonly name: string; readonly inputs: readonly string[] }[] = []
  for (const graph of partsOf(model, 7)) {
    for (const tensor of partsOf(graph, 5)) {
      const [name] = textsOf(tensor, 8)
      const ofFloats = [...readFields(tensor)].some(([field, value]) => field === 2 && value === TYPE.float32)
      // Copied, because a Float32Array needs an aligned offset, which the bytes in a file may not have.
      if (ofFloats)
        for (const raw of partsOf(tensor, 9)) tensors.set(name, new Float32Array(new Uint8Array(raw).buffer))
    }
    for (const node of partsOf(graph, 1)) {
      if (textsOf(node, 4)[0] !== 'MatMul') continue
      const [name] = [...textsOf(node, 3), ...textsOf(node, 2)] // a node without a name is identified by its output
      nodes.push({ name, inputs: textsOf(node, 1) })
    }
  }
  for (const { name, inputs } of nodes) {
    const weights = tensors.get(inputs[1])
    if (weights !== undefined) products.set(name, weights)
  }
  return { tensors, products }
}

function textsOf(message: Uint8Array, field: number): string[] {
  return [...partsOf(message, field)].map((bytes) => new TextDecoder().decode(bytes))
}

function* partsOf(message: Uint8Array, wanted: number): Generator<Uint8Array> {
  for (const [field, value] of readFields(message)) if (field === wanted && typeof value !== 'number') yield value
}

/** AttributeProto. */
function attribute(name: string, value: Attributes[string]): Fields {
  const [fields, type] =
    typeof value === 'number'
      ? [[integerField(3, value)], ATTRIBUTE.integer]
      : typeof value === 'string'
        ? [[bytesField(4, value)], ATTRIBUTE.text]
        : [value.map((each) => integerField(8, each)), ATTRIBUTE.integers]
  return joinFields([bytesField(1, name), ...fields, integerField(20, type)])
}

/** ValueInfoProto, with its TypeProto and TensorShapeProto. */
function valueInfo({ name, type, shape }: Value): Fields {
  const sizes = shape.map((size) => (typeof size === 'number' ? integerField(1, size) : bytesField(2, size)))
  const dimensions = joinFields(sizes.map((size) => bytesField(1, size)))
  const tensor = joinFields([integerField(1, TYPE[type]), bytesField(2, dimensions)])
  return joinFields([bytesField(1, name), bytesField(2, bytesField(1, tensor))])
}
