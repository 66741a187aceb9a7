import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createProgress, duration } from './progress.js'

function recorder(isTTY: boolean): { stream: Writable & { isTTY: boolean }; written: () => string } {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    }
  })
  return { stream: Object.assign(stream, { isTTY }), written: () => chunks.join('') }
}

describe('Progress', () => {
  it('shows share, count and time left on one redrawn line of a terminal', () => {
    const { stream, written } = recorder(true)
    let time = 0
    const progress = createProgress({ label: 'encoding', total: 1000, unit: 'sentences', stream, now: () => time })
    progress.update(0)
    time = 10_000
    progress.update(250, 'loss 1.2')
    expect(written()).toBe('\r\u001b[2Kencoding · 25 % · 250 sentences · 30 s left · loss 1.2')
    progress.end()
    expect(written()).toContain('encoding · 250 sentences · in 10 s\n')
  })

  it('counts one as one', () => {
    const { stream, written } = recorder(false)
    const progress = createProgress({ label: 'reading', total: 1, unit: 'sentences', stream, now: () => 0 })
    progress.update(1)
    progress.end()
    expect(written()).toBe('reading · 1 sentence · in 0.0 s\n')
  })

  it('writes plain lines, seldom, where there is no terminal', () => {
    const { stream, written } = recorder(false)
    let time = 0
    const progress = createProgress({ label: 'reading', total: 4e6, unit: 'bytes', stream, now: () => time })
    for (let i = 0; i < 40; i++) {
      time += 1000
      progress.update(i * 1e5)
    }
    expect(written()).toBe('reading · 35 % · 1.4 MB · 26 s left\nreading · 72 % · 2.9 MB · 11 s left\n')
  })

  it('goes by this run alone where work goes on from an earlier one', () => {
    const { stream, written } = recorder(true)
    let time = 0
    const progress = createProgress({ label: 'training', total: 1000, unit: 'steps', stream, now: () => time })
    time = 1000
    progress.update(901)
    expect(written()).toBe('\r\u001b[2Ktraining · 90 % · 901 steps')
    time = 21_000
    progress.update(911)
    expect(written()).toContain('911 steps · 2 min 58 s left')
  })

  it('counts down during a step that takes long, and has no estimate once it takes longer than expected', () => {
    const { stream, written } = recorder(true)
    let time = 0
    const progress = createProgress({ label: 'indexing', total: 1000, unit: 'sentences', stream, now: () => time })
    for (const [at, done] of [
      [0, 0],
      [10_000, 250],
      [25_000, 250],
      [50_000, 250],
      [60_000, 500]
    ]) {
      time = at
      progress.update(done)
    }
    const lines = written().split('\r\u001b[2Kindexing · ').slice(1)
    expect(lines).toEqual([
      '25 % · 250 sentences · 30 s left',
      '25 % · 250 sentences · 15 s left',
      '25 % · 250 sentences',
      '50 % · 500 sentences · 1 min 0 s left'
    ])
  })

  it('writes no plain line twice', () => {
    const { stream, written } = recorder(false)
    let time = 0
    const progress = createProgress({ label: 'indexing', total: 100, unit: 'sentences', stream, now: () => time })
    for (const note of ['', '1 document', '1 document', '2 documents']) {
      progress.update(note === '' ? 0 : 50, note)
      time += 20_000
    }
    expect(written()).toBe(
      'indexing · 50 % · 50 sentences · 20 s left · 1 document\nindexing · 50 % · 50 sentences · 2 documents\n'
    )
  })

  it('says durations as people do', () => {
    expect([2.04, 59.4, 200, 7500].map(duration)).toEqual(['2.0 s', '59 s', '3 min 20 s', '2 h 5 min'])
  })
})
