import { turn } from '../vectors/host.js'

/** Longest that work goes on at a stretch, in milliseconds: requests that come meanwhile wait no longer. */
const STRETCH = 20

/** Lets other work of the process have its turn, where this one has gone on for STRETCH since it last did. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH) return
    await turn()
    since = performance.now()
  }
}
