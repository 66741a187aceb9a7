import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { afterAll, expect, it } from 'vitest'
import { openEncoder } from './collection.js'

const folder = await mkdtemp(join(tmpdir(), 'leitmotif-encoder-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

it('An encoder that cannot be opened is named by its folder, once', async () => {
  const message = (path: string): Promise<string> =>
    openEncoder(path).then(
      () => 'opened',
      (error: unknown) => (error instanceof Failure ? error.message : 'no failure')
    )
  expect(await message(folder)).toMatch(new RegExp(`^${folder}: can't read encoder.json`))
  await writeFile(join(folder, 'encoder.json'), '{')
  expect(await message(`${folder}/`)).toBe(
    `${folder}: encoder.json is not JSON (cut short?); fetch or export the bundle again`
  )
})
