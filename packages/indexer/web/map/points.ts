import { markPlaces, type MarkedPlaces } from '@leitmotif/plot'
import type { MapHeader } from '../../src/service/schemas/map-schemas.js'
import { pollUntilDone } from '../data/api.js'

/** The map as the service computed it: position and theme of each point. */
export interface MapPoints extends MarkedPlaces {
  readonly header: MapHeader
  /** Index of each point's theme in the header; NO_THEME for none. [count] */
  readonly themes: Uint16Array
}

/** The theme index of a point without theme. */
export const NO_THEME = 0xffff

/**
 * Loads the map. Calls `onDrawing` with the progress, 0 to 1, while the service computes it.
 * @throws ServiceFailure
 */
export async function loadMap(onDrawing: (done: number) => void, signal: AbortSignal): Promise<MapPoints> {
  return decodeMap(await (await pollUntilDone('map', onDrawing, signal)).arrayBuffer())
}

/**
 * Decodes a map: the length of the header in bytes, the header as JSON, then all x, y as float32 and all themes as
 * uint16, little-endian.
 */
export function decodeMap(bytes: ArrayBuffer): MapPoints {
  const length = new DataView(bytes).getUint32(0, true)
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as MapHeader
  const places = 4 + length
  const themes = places + 8 * header.count
  const coordinates = new Float32Array(bytes.slice(places, themes))
  return {
    header,
    places: coordinates,
    themes: new Uint16Array(bytes.slice(themes, themes + 2 * header.count)),
    mark: markPlaces(coordinates)
  }
}
