import { join } from 'node:path'
import { openEmbeddedStore, type GenerationStore } from '@leitmotif/indexer'
import { temporaryFolder } from './command-line.js'
import { describeGenerations } from './store-contract-generations.js'
import { describeThemeStore, type OpenStore } from './store-contract.js'

const folder = temporaryFolder()
const open: OpenStore<GenerationStore> = (place, options) => openEmbeddedStore(join(folder, place), options)
describeThemeStore('The embedded store', open)
describeGenerations('The embedded store', open)
