import type { LazyCommand } from '@leitmotif/command'
import { loadExtensions } from './extensions.js'

/** The commands of `leitmotif-train`, in the order of its help. */
export const COMMANDS: readonly LazyCommand[] = [
  {
    name: 'mine',
    summary: 'Mines triplets from articles with sections.',
    load: async () => (await import('./mine-command.js')).mineCommand()
  },
  {
    name: 'vectors',
    summary: 'Trains word vectors.',
    load: async () => (await import('./vectors-command.js')).vectorsCommand()
  },
  {
    name: 'names',
    summary: 'Finds names of several words, which vectors reads as one word.',
    load: async () => (await import('./names-command.js')).namesCommand()
  },
  {
    name: 'fit',
    summary: 'Trains a network on your own articles and puts it into an encoder bundle.',
    load: async () => {
      const fit = (await import('./fit-command.js')).fitCommand()
      for (const { fits } of await loadExtensions()) for (const command of fits?.() ?? []) fit.addCommand(command)
      return fit
    }
  },
  {
    name: 'distill',
    summary: 'Trains the network sentences by another sentence encoder.',
    load: async () => (await import('./distill-command.js')).distillCommand()
  },
  {
    name: 'distill-static',
    summary: 'Trains the word vectors of static by the network sentences.',
    load: async () => (await import('./distill-static-command.js')).distillStaticCommand()
  },
  {
    name: 'recipe',
    summary: 'Makes an encoder bundle by the commands in a recipe file.',
    load: async () => (await import('./recipe-command.js')).recipeCommand()
  },
  {
    name: 'evaluate',
    summary: 'Measures an encoder or a baseline.',
    load: async () => {
      const extensions = await loadExtensions()
      return (await import('./evaluate-command.js')).evaluateCommand(extensions.flatMap(({ tasks = [] }) => tasks))
    }
  },
  {
    name: 'scb',
    summary: 'Writes the sentence clustering benchmark as a file, and measures on one.',
    load: async () => (await import('./scb-command.js')).scbCommand()
  },
  {
    name: 'heading-words',
    summary: 'Learns common headings from articles.',
    load: async () => (await import('./heading-words-command.js')).headingWordsCommand()
  },
  {
    name: 'sentence-boundaries',
    summary: 'Learns where sections of sentences begin.',
    load: async () => (await import('./sentence-boundaries-command.js')).sentenceBoundariesCommand()
  },
  {
    name: 'boundary-network',
    summary: 'Trains the network that divides paragraphs into sections.',
    load: async () => (await import('./boundary-network-command.js')).boundaryNetworkCommand()
  },
  {
    name: 'draft-weights',
    summary: 'Learns what to suggest for drafts from articles damaged by rule.',
    load: async () => (await import('./draft-weights-command.js')).draftWeightsCommand()
  },
  {
    name: 'events',
    summary: 'Trains, measures and draws events of headlines.',
    load: async () => {
      const extensions = await loadExtensions()
      return extensions.flatMap(({ commands }) => commands?.() ?? []).find((command) => command.name() === 'events')!
    }
  }
]
