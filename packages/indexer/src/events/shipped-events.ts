import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { loadEventEncoder, type EventEncoder } from '@leitmotif/events'
import { Option } from 'commander'

/** The bundle of events in this repository. */
const SHIPPED = fileURLToPath(new URL('../../../../models/leitmotif-en-events', import.meta.url))

/** Error for a missing event bundle. */
export const NO_BUNDLE =
  'there is no bundle of events, which finds who did what in headlines; take the folder models/leitmotif-en-events from the ' +
  'repository, or train one with leitmotif-train events, and name its folder with --events or LEITMOTIF_EVENTS'

/** Returns the option `--events FOLDER` of commands that look for events. */
export function eventsOption(): Option {
  return new Option('--events <folder>', 'the bundle that finds events in headlines')
    .env('LEITMOTIF_EVENTS')
    .default(SHIPPED, 'models/leitmotif-en-events')
}

/** Opens an event bundle; undefined if the default one is missing. @throws Failure that says what is wrong with it. */
export async function openEvents(folder: string): Promise<EventEncoder | undefined> {
  if (folder === SHIPPED && !existsSync(join(folder, 'events.json'))) return undefined
  try {
    return await loadEventEncoder(folder)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new Failure(`--events ${error.message}; the repository has one, models/leitmotif-en-events`)
  }
}
