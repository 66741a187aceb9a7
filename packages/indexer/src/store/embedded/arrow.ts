import { createRequire } from 'node:module'
import type * as Arrow from 'apache-arrow'

/**
 * The copy of apache-arrow that LanceDB requires. An import would load a second one, of 134 files, and LanceDB would convert each table
 * of its classes.
 */
export const arrow = createRequire(import.meta.url)('apache-arrow') as typeof Arrow
