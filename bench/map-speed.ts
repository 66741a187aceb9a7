/**
 * Measures time and memory of drawing a collection's map, and the longest pause of the event loop.
 *
 *     node bench/dist/map-speed.js FOLDER      a collection from `leitmotif index`
 */
import { drawMap, openEmbeddedStore } from '@leitmotif/indexer'
import { readFileSync } from 'node:fs'

const store = await openEmbeddedStore(process.argv[2], { access: 'read' })
const stages: string[] = []
const [started, before] = [performance.now(), process.cpuUsage()]
const processors = (): string => {
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1e6).toFixed(1)
}
let longest = 0
let last = performance.now()
const timer = setInterval(() => {
  longest = Math.max(longest, performance.now() - last)
  last = performance.now()
}, 5)
const map = await drawMap(store, { run: 'bench', built: 'bench' }, {}, (done) => {
  const stage = done <= 0.15 ? 'read' : done <= 0.75 ? 'laid out' : 'placed'
  if (stages.at(-1)?.startsWith(stage) === true) stages.pop()
  stages.push(`${stage} after ${processors()} s`)
})
clearInterval(timer)
const peak = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
process.stdout.write(
  `${map.ids.length} sentences: ${((performance.now() - started) / 1000).toFixed(1)} s on the clock, processors ` +
    `${processors()} s (${stages.join(', ')}); largest memory ${(Number(peak) / 1024).toFixed(0)} MB; ` +
    `longest wait of other work ${longest.toFixed(0)} ms\n`
)
await store.close()
