import { readFileSync } from 'node:fs'
import { EXIT } from '@leitmotif/command'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { Command } from 'commander'
import { collectionVersion, openCollection, openEncoder, type PlaceFlags } from '../store/collection.js'
import { SharedCollection } from '../service/shared-collection.js'
import { collectionOption, encoderOption, INDEXED_WITH, inOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly encoder: string
}

/** `leitmotif mcp`: gives assistants read access to a collection. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'Serves a collection to an assistant over standard input and output, by the Model Context Protocol. Its tools ' +
        'search, themes, documents and compare only read. The assistant starts this command and ends it.\n\nExample: leitmotif mcp --in shelf'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(encoderOption(INDEXED_WITH))
    .action(async (flags: Flags) => {
      const encoder = await openEncoder(flags.encoder)
      const version = await collectionVersion(flags)
      const collection = new SharedCollection(
        { open: (access) => openCollection(flags, { access, encoder }), version: async () => (await version()) ?? '' },
        () => undefined
      )
      // Reports a missing collection or another encoder's now instead of at the first call.
      const store = await openCollection(flags, { access: 'read', encoder })
      const { fields } = await store.describe()
      await store.close()
      const { createMcpServer } = await import('../service/mcp-tools.js')
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
      const server = createMcpServer({ collection, encoder, version: packageVersion(), fields })
      const transport = new StdioServerTransport()
      await server.connect(transport)
      const answered = countCalls(transport)
      await new Promise<void>((resolve) => {
        process.stdin
          .once('end', () => void answered().then(resolve))
          .once('close', () => void answered().then(resolve))
        for (const signal of ['SIGINT', 'SIGTERM'] as const)
          process.once(signal, () => {
            resolve()
          })
      })
      await server.close()
      await collection.close()
      encoder.dispose()
      process.exit(EXIT.done)
    })
}

/** Counts the calls of a connected transport. Returns a function that waits until all of them are answered. */
function countCalls(transport: Transport): () => Promise<void> {
  const waiting = new Set<string | number>()
  let onAnswered = (): void => undefined
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message) waiting.add(message.id)
    // A cancelled call gets no answer.
    else if ('method' in message && message.method === 'notifications/cancelled')
      waiting.delete(message.params?.requestId as string)
    onmessage?.(message, extra)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    await send(message, options)
    if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
    if (waiting.size === 0) onAnswered()
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.size === 0) resolve()
      else onAnswered = resolve
    })
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
