import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeToyCorpus } from './toy-corpus.js'
import { commandFile } from './command-line.js'

const cli = commandFile('leitmotif-train')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-killed-'))
  await writeToyCorpus(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const SCHEDULE = '--steps 60 --validate-every 10 --warm-up 5 --patience 20 --slots 24 --sentences 192 --average 0.9'

function train(out: string, network: string, ...more: string[]): ReturnType<typeof spawn> {
  const line = `fit ${network} --vectors toy.bin --out ${out} ${SCHEDULE}`
  return spawn(process.execPath, [cli, ...line.split(' '), ...more], { cwd: folder, stdio: 'ignore' })
}

const ended = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve) =>
    child.on('exit', (status) => {
      resolve(status)
    })
  )

const NETWORKS = [
  'static toy.jsonl --dims 32',
  'sentences toy.jsonl --hidden 16 --attention 8 --word-dropout 0.1 --input-dropout 0.1 --clip 1'
]

it.each(NETWORKS)(
  'A training of %s that is killed outright and started again ends with the same bundle',
  async (network) => {
    const name = network.replaceAll(' ', '-')
    const [whole, resumed] = [join(folder, name), join(folder, `${name}-resumed`)]
    expect(await ended(train(whole, network))).toBe(0)
    const checkpoint = join(folder, 'state')
    const killed = train(resumed, network, '--checkpoint', checkpoint)
    const death = ended(killed)
    while (!existsSync(checkpoint) && killed.exitCode === null) await wait(5)
    killed.kill('SIGKILL')
    expect(await death).toBeNull()
    expect(await readdir(resumed)).toEqual([])
    expect(await ended(train(resumed, network, '--checkpoint', checkpoint))).toBe(0)
    expect(existsSync(checkpoint)).toBe(false)
    for (const file of await readdir(whole)) {
      expect(await readFile(join(resumed, file)), file).toEqual(await readFile(join(whole, file)))
    }
  }
)
