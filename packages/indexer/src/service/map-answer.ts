import { createHash } from 'node:crypto'
import { NO_THEME, type SentenceMap } from '../map/sentence-map.js'
import type { ThemeList } from '../themes/list.js'
import { Reply } from './route.js'
import { mapHeader, type MapHeader } from './schemas/map-schemas.js'

/**
 * Encodes a map as bytes, all little-endian: the length of the header (uint32), the header (JSON, padded with spaces to
 * a multiple of 4), x and y of each point (float32), and the index of each point's theme in the header (uint16,
 * NO_THEME for none). Themes are the edited ones that readers see, after renames and merges.
 */
export function mapReply(map: SentenceMap, { themes: listed }: ThemeList): Reply {
  const { positions, ids, run, sentences } = map
  const indexOf = new Map(listed.flatMap(({ id, merged }, index) => [id, ...merged].map((own) => [own, index])))
  const shown = map.themes.map((id) => indexOf.get(id) ?? NO_THEME)
  const theme = map.theme.map((index) => (index === NO_THEME ? NO_THEME : shown[index]))
  const places = listed.map((): { x: number[]; y: number[] } => ({ x: [], y: [] }))
  theme.forEach((index, point) => {
    if (index === NO_THEME) return
    places[index].x.push(positions[2 * point])
    places[index].y.push(positions[2 * point + 1])
  })
  const header: MapHeader = {
    count: ids.length,
    run,
    sentences,
    bounds: boundsOf(positions),
    themes: listed.map(({ id, label, hidden, sentences: size }, index) => {
      const { x, y } = places[index]
      return { id, label, hidden, size, x: median(x), y: median(y) }
    })
  }
  const body = Buffer.concat([...headerBytes(header), bytesOf(positions), bytesOf(theme)])
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 32)
  return new Reply(200, 'application/octet-stream', body, { ETag: `"${tag}"`, 'Cache-Control': 'no-cache' })
}

function headerBytes(header: MapHeader): Buffer[] {
  const json = Buffer.from(JSON.stringify(mapHeader.parse(header)))
  const length = Math.ceil(json.length / 4) * 4
  const size = Buffer.alloc(4)
  size.writeUInt32LE(length)
  return [size, json, Buffer.alloc(length - json.length, ' ')]
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function boundsOf(positions: Float32Array): MapHeader['bounds'] {
  const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  for (let i = 0; i < positions.length; i += 2) {
    bounds.left = Math.min(bounds.left, positions[i])
    bounds.right = Math.max(bounds.right, positions[i])
    bounds.bottom = Math.min(bounds.bottom, positions[i + 1])
    bounds.top = Math.max(bounds.top, positions[i + 1])
  }
  return positions.length === 0 ? { left: -1, right: 1, bottom: -1, top: 1 } : bounds
}

/** Returns the upper median; 0 for no values. */
function median(values: number[]): number {
  return values.sort((a, b) => a - b).at(values.length >> 1) ?? 0
}
