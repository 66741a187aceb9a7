import type { Connection } from './connection.js'
import { REFRESH_INTERVAL } from './mapping.js'

/** Turns the automatic refresh of an index off while the themes of all sentences are rewritten, and on again. */
export class Refreshes {
  /** Interval to restore; undefined while the index refreshes by itself. */
  private former: string | undefined

  constructor(
    private readonly client: Connection,
    private readonly index: string
  ) {}

  async stop(): Promise<void> {
    if (this.former !== undefined) return
    const found = await this.client.indices.getSettings({ index: this.index, name: 'index.refresh_interval' })
    const interval = Object.values(found)[0]?.settings?.index?.refresh_interval as string | undefined
    await this.set('-1')
    // If it is off already, a killed process left it off.
    this.former = interval === undefined || interval === '-1' ? REFRESH_INTERVAL : interval
  }

  async start(): Promise<void> {
    if (this.former === undefined) return
    await this.set(this.former)
    this.former = undefined
  }

  private async set(interval: string): Promise<void> {
    await this.client.indices.putSettings({ index: this.index, settings: { refresh_interval: interval } })
  }
}
