import type { Camera, Size } from './camera.js'

/** Colour and opacity of a kind of points, 0 to 1. */
export interface Ink {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

interface Scene {
  readonly camera: Camera
  readonly size: Size
  /** Device pixels per CSS pixel. */
  readonly density: number
  /** The radius of a point, in CSS pixels. */
  readonly radius: number
  /** The least radius of marked points, in CSS pixels; undefined if no points are emphasised. */
  readonly marked: number | undefined
  /** The share of points drawn, 0 to 1, spread evenly over all points. */
  readonly share: number
}

export interface Renderer {
  /** Sets the index of each point's ink. */
  setKinds(kinds: ArrayLike<number>): void
  /** A colour for each kind. */
  setInks(inks: readonly Ink[]): void
  /** Sets the emphasised points. */
  mark(points: readonly number[]): void
  draw(scene: Scene): void
  dispose(): void
}

const VERTEX = `#version 300 es
precision highp float;
precision highp sampler2D;
in vec2 place;
in float kind;
in float mark;
uniform vec2 middle;
uniform vec2 scale;
uniform float diameter;
uniform float someMarked;
uniform float leastMarked;
uniform float marksOnly;
uniform sampler2D inks;
out vec4 ink;
void main() {
  ink = texelFetch(inks, ivec2(int(kind), 0), 0);
  bool marked = someMarked * mark > 0.5;
  if (someMarked > 0.5 && mark < 0.5) {
    // Many overlapping faint points would still be bright, so they also lose colour.
    ink.rgb = mix(ink.rgb, vec3(dot(ink.rgb, vec3(0.3, 0.59, 0.11))), 0.75);
    ink.a *= 0.08;
  }
  if (marked) ink.a = max(ink.a, 0.95);
  // Marked points are drawn after all others, on top of them.
  bool later = someMarked > 0.5 && marksOnly < mark;
  gl_Position = later ? vec4(2.0, 2.0, 2.0, 1.0) : vec4((place - middle) * scale, 0.0, 1.0);
  gl_PointSize = diameter;
  if (marked) gl_PointSize = max(1.5 * diameter, leastMarked);
}`

const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 ink;
out vec4 colour;
void main() {
  float far = length(gl_PointCoord - 0.5);
  float alpha = ink.a * (1.0 - smoothstep(0.38, 0.5, far));
  colour = vec4(ink.rgb * alpha, alpha);
}`

/**
 * Returns a renderer that draws all points with one WebGL 2 call; undefined if the browser has no WebGL 2.
 * @param places x and y of each point
 */
export function makeRenderer(canvas: HTMLCanvasElement, places: Float32Array): Renderer | undefined {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, premultipliedAlpha: true })
  if (gl === null) return undefined
  const program = link(gl)
  gl.useProgram(program)
  const count = places.length / 2
  const attribute = (name: string, size: number, data: Float32Array | Uint8Array): WebGLBuffer => {
    const buffer = gl.createBuffer()
    const at = gl.getAttribLocation(program, name)
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW)
    gl.enableVertexAttribArray(at)
    gl.vertexAttribPointer(at, size, data instanceof Uint8Array ? gl.UNSIGNED_BYTE : gl.FLOAT, false, 0, 0)
    return buffer
  }
  attribute('place', 2, places)
  const kindBuffer = attribute('kind', 1, new Float32Array(count))
  const marks = new Uint8Array(count)
  const markBuffer = attribute('mark', 1, marks)
  const allPoints = gl.createBuffer()
  const markedPoints = gl.createBuffer()
  let markedCount = 0
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, allPoints)
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, spreadOrder(count), gl.STATIC_DRAW)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  gl.clearColor(0, 0, 0, 0)
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name)
  const [middle, scale, diameter] = ['middle', 'scale', 'diameter'].map(uniform)
  const [someMarked, leastMarked, marksOnly] = ['someMarked', 'leastMarked', 'marksOnly'].map(uniform)
  return {
    setKinds: (kinds) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, kindBuffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, Float32Array.from(kinds))
    },
    setInks: (inks) => {
      const bytes = Uint8Array.from(
        inks.flatMap(({ red, green, blue, alpha }) => [red, green, blue, alpha].map((c) => Math.round(c * 255)))
      )
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, inks.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
    },
    mark: (points) => {
      marks.fill(0)
      for (const i of points) marks[i] = 1
      gl.bindBuffer(gl.ARRAY_BUFFER, markBuffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, marks)
      markedCount = points.length
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, markedPoints)
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(points), gl.STATIC_DRAW)
    },
    draw: ({ camera, size, density, radius, marked, share }) => {
      gl.viewport(0, 0, canvas.width, canvas.height)
      gl.clear(gl.COLOR_BUFFER_BIT)
      gl.uniform2f(middle, camera.x, camera.y)
      gl.uniform2f(scale, (2 * camera.scale) / size.width, (2 * camera.scale) / size.height)
      gl.uniform1f(diameter, 2 * radius * density)
      gl.uniform1f(someMarked, marked === undefined ? 0 : 1)
      gl.uniform1f(leastMarked, 2 * (marked ?? 0) * density)
      gl.uniform1f(marksOnly, 0)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, allPoints)
      gl.drawElements(gl.POINTS, Math.ceil(share * count), gl.UNSIGNED_INT, 0)
      if (marked === undefined) return
      gl.uniform1f(marksOnly, 1)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, markedPoints)
      gl.drawElements(gl.POINTS, markedCount, gl.UNSIGNED_INT, 0)
    },
    dispose: () => {
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    }
  }
}

/** Returns 0 to `count` - 1 in steps of the golden ratio, so that each prefix is spread evenly. */
export function spreadOrder(count: number): Uint32Array {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  let step = Math.max(1, Math.round(count * 0.6180339887))
  while (common(count, step) > 1) step++
  return Uint32Array.from({ length: count }, (_, i) => (i * step) % count)
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT]
  ] as const) {
    const shader = gl.createShader(kind)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) {
    throw new Error(`the map's shaders do not link: ${gl.getProgramInfoLog(program) ?? 'no reason given'}`)
  }
  return program
}
