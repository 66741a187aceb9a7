import type { LazyCommand } from '@leitmotif/command'

/** The commands of `leitmotif`, in the order of its help. */
export const COMMANDS: readonly LazyCommand[] = [
  {
    name: 'index',
    summary: 'Creates a collection of files and folders, or updates it.',
    load: async () => (await import('./index-command.js')).indexCommand()
  },
  {
    name: 'enrich',
    summary: 'Writes the themes of documents into the Elasticsearch index that they are from.',
    load: async () => (await import('./enrich-command.js')).enrichCommand()
  },
  {
    name: 'reindex',
    summary: 'Replaces the vectors of a collection by those of another encoder.',
    load: async () => (await import('./reindex-command.js')).reindexCommand()
  },
  {
    name: 'search',
    summary: 'Finds sentences by theme or by words, and groups them.',
    load: async () => (await import('./search-command.js')).searchCommand()
  },
  {
    name: 'similarity',
    summary: 'Says how similar two texts are.',
    load: async () => (await import('./similarity-command.js')).similarityCommand()
  },
  {
    name: 'contrast',
    summary: 'Compares two parts of a collection.',
    load: async () => (await import('./contrast-command.js')).contrastCommand()
  },
  {
    name: 'themes',
    summary: 'Builds, shows and edits the themes of a collection.',
    load: async () => (await import('./themes-command.js')).themesCommand()
  },
  {
    name: 'analytics',
    summary: 'Measures themes by field and over time, and writes reports.',
    load: async () => (await import('./analytics-command.js')).analyticsCommand()
  },
  {
    name: 'duplicates',
    summary: 'Finds sentences of a collection that say the same.',
    load: async () => (await import('./duplicates-command.js')).duplicatesCommand()
  },
  {
    name: 'events',
    summary: 'Shows who does what in a collection of headlines.',
    load: async () => (await import('./events-command.js')).eventsCommand()
  },
  {
    name: 'export',
    summary: 'Writes every sentence of a collection as CSV or JSON lines.',
    load: async () => (await import('./export-command.js')).exportCommand()
  },
  {
    name: 'kibana',
    summary: 'Writes a data view and a dashboard of a collection for Kibana.',
    load: async () => (await import('./kibana-command.js')).kibanaCommand()
  },
  {
    name: 'organise',
    summary: 'Orders loose sentences into a text with sections and headings.',
    load: async () => (await import('./organise-command.js')).organiseCommand()
  },
  {
    name: 'encode',
    summary: 'Writes the vectors of lines or sentences as a NumPy array.',
    load: async () => (await import('./encode-command.js')).encodeCommand()
  },
  {
    name: 'outline',
    summary: 'Shows the themes of a draft and suggests changes to its structure.',
    load: async () => (await import('./outline-command.js')).outlineCommand()
  },
  {
    name: 'serve',
    summary: 'Serves a collection: a page to explore it, and an API.',
    load: async () => (await import('./serve-command.js')).serveCommand()
  },
  {
    name: 'mcp',
    summary: 'Serves a collection to an assistant, by the Model Context Protocol.',
    load: async () => (await import('./mcp-command.js')).mcpCommand()
  }
]
