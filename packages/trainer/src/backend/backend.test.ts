import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeBackend, loadBackend } from './backend.js'

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
})
