/**
 * product[rows, width] = a[rows, inputs] · panels, in AssemblyScript, for WebAssembly with SIMD: a tile of 4 rows by 8
 * columns stays in registers. `panels` holds the matrix as [width / 8, inputs, 8]; rows is a multiple of 4. Each value is
 * summed over the inputs in order, whatever the tile, so rows do not depend on one another. Relaxed SIMD is left out: fused
 * multiply-add would round otherwise on some machines. Pointers are byte offsets; all numbers are float32.
 */
export function multiply(a: usize, panels: usize, product: usize, rows: i32, inputs: i32, width: i32): void {
  const rowBytes: usize = (<usize>inputs) << 2
  const outBytes: usize = (<usize>width) << 2
  for (let r = 0; r < rows; r += 4) {
    let p = panels
    for (let c = 0; c < width; c += 8) {
      let x = a + <usize>r * rowBytes
      let s00 = f32x4.splat(0)
      let s01 = f32x4.splat(0)
      let s10 = f32x4.splat(0)
      let s11 = f32x4.splat(0)
      let s20 = f32x4.splat(0)
      let s21 = f32x4.splat(0)
      let s30 = f32x4.splat(0)
      let s31 = f32x4.splat(0)
      for (let k = 0; k < inputs; k++) {
        const b0 = v128.load(p)
        const b1 = v128.load(p, 16)
        const x0 = v128.load32_splat(x)
        const x1 = v128.load32_splat(x + rowBytes)
        const x2 = v128.load32_splat(x + 2 * rowBytes)
        const x3 = v128.load32_splat(x + 3 * rowBytes)
        s00 = f32x4.add(s00, f32x4.mul(x0, b0))
        s01 = f32x4.add(s01, f32x4.mul(x0, b1))
        s10 = f32x4.add(s10, f32x4.mul(x1, b0))
        s11 = f32x4.add(s11, f32x4.mul(x1, b1))
        s20 = f32x4.add(s20, f32x4.mul(x2, b0))
        s21 = f32x4.add(s21, f32x4.mul(x2, b1))
        s30 = f32x4.add(s30, f32x4.mul(x3, b0))
        s31 = f32x4.add(s31, f32x4.mul(x3, b1))
        p += 32
        x += 4
      }
      let to = product + <usize>r * outBytes + ((<usize>c) << 2)
      v128.store(to, s00)
      v128.store(to, s01, 16)
      to += outBytes
      v128.store(to, s10)
      v128.store(to, s11, 16)
      to += outBytes
      v128.store(to, s20)
      v128.store(to, s21, 16)
      to += outBytes
      v128.store(to, s30)
      v128.store(to, s31, 16)
    }
  }
}
