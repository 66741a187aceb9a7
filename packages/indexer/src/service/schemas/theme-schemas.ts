import { z } from 'zod'
import { MAX_THEME_NAME } from '../../themes/editing.js'
import { count, sentence, share, themeId } from './common-schemas.js'
import { heading } from './search-schemas.js'

const FIELD_TYPE_NAMES = ['keyword', 'number', 'date'] as const

export const collectionAnswer = z
  .object({
    collection: z.string(),
    documents: count,
    sentences: count,
    encoder: z.string().meta({ description: 'Fingerprint of the encoder.' }),
    representation: z.string(),
    dims: count,
    fields: z.record(z.string(), z.enum(FIELD_TYPE_NAMES)),
    values: z
      .record(z.string(), count)
      .meta({ description: 'Number of distinct values of each field; approximate above a few thousand.' }),
    run: z.string().optional().meta({ description: 'Id of the current themes; absent without themes.' }),
    headlines: z
      .boolean()
      .meta({ description: 'Whether the sentences look like headlines and /api/events is available.' })
  })
  .meta({ id: 'Collection' })

const listed = {
  id: z.string(),
  label: z
    .string()
    .meta({ description: 'The name to show: given by a user, or words that distinguish it from other themes.' }),
  heading,
  terms: z.array(z.object({ term: z.string(), score: z.number() })),
  path: z.array(z.string()).meta({ description: 'Ids of the groups above it, outermost first, then its own id.' }),
  parent: z.string().optional().meta({ description: 'Id of the group that contains it.' }),
  sentences: count,
  documents: count,
  share: share.meta({ description: 'Share of all sentences of the collection.' }),
  renamed: z.boolean(),
  hidden: z.boolean()
}

const theme = z
  .object({
    ...listed,
    cohesion: z.number(),
    exemplars: z.array(z.object({ id: z.string(), document: z.string(), title: z.string(), text: z.string() })),
    pinned: z.boolean().meta({ description: 'Whether later builds keep it unchanged.' }),
    seeded: z.boolean().meta({ description: 'Whether it began from words that the user gave.' }),
    merged: z.array(z.string()).meta({ description: 'Ids of themes that a user merged into it.' })
  })
  .meta({ id: 'Theme' })

const group = z
  .object({
    ...listed,
    children: z.array(z.string()).meta({ description: 'Ids of the themes and groups in it, largest first.' })
  })
  .meta({ id: 'ThemeGroup' })

export const named = z.object({ id: z.string(), label: z.string() }).meta({ id: 'NamedTheme' })

export const themesAnswer = z
  .object({
    run: z.string(),
    representation: z.string(),
    sentences: count,
    documents: count,
    unassigned: count.meta({ description: 'Sentences without a theme.' }),
    boilerplate: theme
      .optional()
      .meta({ description: 'Sentences that many documents repeat, set aside as no theme; absent without any.' }),
    built: count.meta({ description: 'Sentences of the collection when the themes were built.' }),
    drift: z
      .object({
        sentences: count,
        unassigned: share,
        unassignedBuilt: share,
        similarity: z.number(),
        similarityBuilt: z.number(),
        rebuild: z.boolean().meta({ description: 'Whether the themes should be built again.' }),
        reason: z.string().optional()
      })
      .optional()
      .meta({ description: 'How well sentences added since the build fit the themes; absent without any.' }),
    changes: z
      .object({
        since: z.string(),
        kept: z.array(named),
        born: z.array(named),
        died: z.array(named),
        merged: z.array(z.object({ from: z.array(named), into: named })),
        split: z.array(z.object({ from: named, into: z.array(named) }))
      })
      .optional()
      .meta({ description: 'Changes since the previous themes; absent for the first build.' }),
    groups: z.array(group).meta({ description: 'Parents before children, larger groups first.' }),
    themes: z.array(theme).meta({ description: 'Largest first, including hidden themes.' })
  })
  .meta({ id: 'Themes' })

export const themeAnswer = theme
  .extend({
    children: z.array(z.string()).optional().meta({ description: 'For a group: ids of the themes and groups in it.' }),
    in: z
      .array(z.object({ document: z.string(), title: z.string(), sentences: count }))
      .meta({ description: 'Documents with most of its sentences.' }),
    nearest: z.array(sentence).meta({ description: 'Its most typical sentences, best first.' })
  })
  .meta({ id: 'ThemeInFull' })

export const themeParams = z.object({ id: themeId })

export const themeQuery = z.strictObject({ sentences: z.coerce.number().int().min(1).max(1000).default(10) })

export const themeChange = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(MAX_THEME_NAME)
      .nullable()
      .exactOptional()
      .meta({ description: 'New name; null restores the automatic label.' }),
    hidden: z.boolean().exactOptional(),
    pinned: z.boolean().exactOptional()
  })
  .meta({ id: 'ThemeChange', examples: [{ name: 'Water and soil' }] })

export const themeMerge = z
  .strictObject({ ids: z.array(themeId).min(1).max(1000), into: themeId })
  .meta({ id: 'ThemeMerge', examples: [{ ids: ['theme-07', 'theme-12'], into: 'theme-03' }] })

export const themeReset = z
  .strictObject({ ids: z.array(themeId).min(1).max(1000) })
  .meta({ id: 'ThemeReset', examples: [{ ids: ['theme-03'] }] })

export type CollectionAnswer = z.output<typeof collectionAnswer>
export type Theme = z.output<typeof theme>
export type ThemeGroup = z.output<typeof group>
export type ThemesAnswer = z.output<typeof themesAnswer>
export type ThemeAnswer = z.output<typeof themeAnswer>
export type ThemeChange = z.input<typeof themeChange>
export type ThemeMerge = z.input<typeof themeMerge>
