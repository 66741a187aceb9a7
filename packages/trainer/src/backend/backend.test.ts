import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeBackend, loadBackend, nvidiaDriver } from './backend.js'

describe('The backend', () => {
  it('is the next build when one is missing, or breaks while it is loaded', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leitmotif-backend-'))
    const broken = join(folder, 'broken.mjs')
    await writeFile(broken, `throw new Error('libtensorflow.so.2: cannot open shared object file')`)
    const backend = await loadBackend(['@tensorflow/not-there', broken, '@tensorflow/tfjs'])
    const { tf, name, native } = backend
    expect(describeBackend(backend)).toMatch(
      /tfjs \(cpu\); native TensorFlow is 3 to 5 times as fast[^]*not-there[^]*broken\.mjs: libtensorflow\.so\.2: cannot/
    )
    expect(name).toMatch(/^@tensorflow\/tfjs \(/)
    expect(native).toBe(false)
    expect(Array.from(tf.tidy(() => tf.scalar(2).square().dataSync()))).toEqual([4])
    await expect(loadBackend([broken])).rejects.toThrow(/no build of TensorFlow\.js loads[^]*cannot open shared object/)
    await rm(folder, { recursive: true })
  })

  it('is named with the device that it computes on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leitmotif-backend-'))
    for (const gpu of [true, false]) {
      const build = join(folder, `${gpu}.mjs`)
      await writeFile(
        build,
        `export const ready = async () => {}, enableProdMode = () => {}, getBackend = () => 'tensorflow'
        export const backend = () => ({ isUsingGpuDevice: ${gpu} })`
      )
      const backend = await loadBackend([build])
      expect(backend.gpu).toBe(gpu)
      expect(backend.name).toMatch(gpu ? /\(tensorflow, GPU\)$/ : /\(tensorflow, CPU\)$/)
      // A GPU that goes unused is named with what would use it.
      const said = describeBackend(backend, '550.54.15')
      if (gpu) expect(said).toBe(backend.name)
      else expect(said).toMatch(/NVIDIA GPU \(driver 550\.54\.15\)[^]*npm install @tensorflow\/tfjs-node-gpu/)
      expect(describeBackend(backend, undefined)).not.toContain('NVIDIA')
    }
    await rm(folder, { recursive: true })
  })

  it('knows an NVIDIA GPU by its driver', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leitmotif-backend-'))
    const path = join(folder, 'version')
    expect(nvidiaDriver(path)).toBeUndefined()
    await writeFile(
      path,
      'NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5\nGCC version: gcc 12.3\n'
    )
    expect(nvidiaDriver(path)).toBe('550.54.15')
    await writeFile(path, 'NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86  Release Build\n')
    expect(nvidiaDriver(path)).toBe('570.86')
    await rm(folder, { recursive: true })
  })
})
