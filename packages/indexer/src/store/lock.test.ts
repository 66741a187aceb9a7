import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockFolder } from './lock.js'
import { CollectionBusy, PID_SPACE } from './write-access.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-lock-'))
afterAll(() => rm(root, { recursive: true }))

let folder = ''
let lock = ''
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'folder-'))
  lock = join(folder, 'lock')
})

/** Times for tests; those for users are seconds. */
const times = { renewal: 20, believed: 400 }

/** A lock as another process would leave it. */
async function leave(owner: { host?: string; pid?: number; space?: string; began?: string }): Promise<void> {
  await writeFile(
    lock,
    JSON.stringify({ host: hostname(), pid: 1, space: PID_SPACE, began: '1', token: 'theirs', ...owner })
  )
}

async function taken(): Promise<boolean> {
  const got = await lockFolder(folder, times)
  await got.release()
  expect(await readdir(folder)).toEqual([])
  return true
}

async function running(work: (child: ChildProcess & { pid: number }) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']) as ChildProcess & { pid: number }
  const ended = once(child, 'exit')
  try {
    await work(child)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

describe('A folder that is written to', () => {
  it('is left alone by others until its writer gives it back', async () => {
    const first = await lockFolder(folder, times)
    await expect(lockFolder(folder, times)).rejects.toThrow(CollectionBusy)
    await sleep(5 * times.renewal)
    await first.check()
    await expect(lockFolder(folder, times)).rejects.toThrow(`process ${process.pid} is writing to this collection`)
    await first.release()
    expect(await taken()).toBe(true)
  })

  it('is taken over from a process that is gone, and from one that did not live to sign its lock', async () => {
    let gone = 0
    await running(async ({ pid }) => {
      gone = pid
      // Process 1 of another boot than ours, or of a system that does not tell, might live.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      await leave({ pid, began: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] })
      if (stat !== '') await expect(lockFolder(folder, times)).rejects.toThrow(`process ${pid} is writing`)
    })
    await leave({ pid: gone })
    expect(await taken()).toBe(true)
    await leave({ pid: process.pid })
    expect(await taken()).toBe(true)
    for (const text of ['', 'no lock', `${hostname()} 1 pid:[1]\n`]) {
      await writeFile(lock, text)
      expect(await taken()).toBe(true)
    }
  })

  it('is taken over where another process has got the number of one that is gone', async () => {
    await running(async ({ pid }) => {
      await leave({ pid, began: 'long before' })
      expect(await taken()).toBe(true)
    })
  })

  it('is taken over from a killed container or another host once its lock is renewed no more, and not before', async () => {
    for (const owner of [{ space: 'another' }, { host: 'elsewhere' }]) {
      await leave(owner)
      const renewing = setInterval(() => {
        void utimes(lock, new Date(), new Date())
      }, times.renewal)
      await expect(lockFolder(folder, times)).rejects.toThrow(
        owner.host === undefined ? 'process 1 of another container on' : 'process 1 on elsewhere is writing'
      )
      clearInterval(renewing)
      await sleep(2 * times.renewal)
      const started = performance.now()
      expect(await taken()).toBe(true)
      expect(performance.now() - started).toBeGreaterThanOrEqual(times.believed)
    }
  })

  it('goes to one of many that take it over together', async () => {
    await leave({ pid: process.pid })
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, times)))
    const winners = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
    expect(winners).toHaveLength(1)
    await winners[0].check()
    await winners[0].release()
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over from one that died while it took over itself', async () => {
    await leave({ pid: process.pid })
    const claim = `lock.${createHash('sha256')
      .update(await readFile(lock))
      .digest('hex')
      .slice(0, 16)}`
    await writeFile(join(folder, claim), '')
    expect(await taken()).toBe(true)
  })

  it('goes to one of many that wait for longer than one which died while it took over', async () => {
    for (let round = 0; round < 4; round++) {
      await leave({ pid: process.pid })
      const digest = createHash('sha256').update(await readFile(lock))
      await writeFile(join(folder, `lock.${digest.digest('hex').slice(0, 16)}`), '')
      const quick = { renewal: 10, believed: 5 }
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, quick)))
      const winners = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
      expect(winners).toHaveLength(1)
      await winners[0].check()
      await winners[0].release()
    }
  }, 60_000)

  it('tells a writer whose timers stood still, before it writes again, whether another has taken over', async () => {
    const halted = await lockFolder(folder, { renewal: 20, believed: 100 })
    const stand = (): void => {
      for (const since = Date.now(); Date.now() - since < 150;);
    }
    await utimes(lock, 0, 0)
    stand()
    await halted.check()
    expect((await stat(lock)).mtimeMs).toBeGreaterThan(Date.now() - 10_000)
    writeFileSync(lock, 'of another')
    stand()
    await expect(halted.check()).rejects.toThrow(/another process took over the collection; run this again/)
    await halted.release()
  })

  it('tells a writer that was halted that another has taken over, and leaves that its lock', async () => {
    const halted = await lockFolder(folder, times)
    await leave({ host: 'elsewhere' })
    await vi.waitFor(async () => {
      await expect(halted.check()).rejects.toThrow(/another process took over the collection; run this again/)
    }, 30_000)
    await halted.release()
    expect(await readdir(folder)).toEqual(['lock'])
  })
})
