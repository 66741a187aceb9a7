import { z } from 'zod'
import { DATE_INTERVALS } from '../../store/dates.js'
import { MAX_IDS, count, fieldName, sentence } from './common-schemas.js'

/** The map's header: JSON before the points. */
export const mapHeader = z
  .object({
    count: count.meta({ description: 'Number of points.' }),
    run: z.string(),
    sentences: count.meta({
      description: 'Number of sentences when the map was drawn; if above count, the points are a sample.'
    }),
    bounds: z.object({ left: z.number(), right: z.number(), bottom: z.number(), top: z.number() }),
    themes: z
      .array(
        z.object({ id: z.string(), label: z.string(), hidden: z.boolean(), x: z.number(), y: z.number(), size: count })
      )
      .meta({ description: 'In the order of the indices that points use; x and y are the position of the label.' })
  })
  .meta({ id: 'MapHeader' })

export const mapPointsRequest = z
  .strictObject({
    indices: z.array(z.int().min(0)).min(1).max(MAX_IDS),
    run: z.string().max(64).exactOptional().meta({ description: "Value of run from the map's header." })
  })
  .meta({ id: 'MapPointsRequest' })

export const mapColoursQuery = z.strictObject({ field: fieldName })

export const mapColoursAnswer = z
  .object({
    run: z.string(),
    interval: z.enum(DATE_INTERVALS).optional(),
    step: z
      .number()
      .optional()
      .meta({ description: 'Width of a span of numbers; absent if each number has a colour.' }),
    keys: z
      .array(
        z.object({
          key: z.string().meta({ description: 'The value, or the first day or number of the span.' }),
          last: z.string().optional().meta({ description: 'First day of the last interval, if the span has several.' }),
          points: count
        })
      )
      .meta({ description: 'At most 8: the most frequent keywords, or spans of dates or numbers in order.' }),
    others: count.meta({ description: 'Number of points with a rarer value.' }),
    without: count.meta({ description: 'Number of points without a value.' }),
    kinds: z.string().meta({
      description: 'A byte for each point, in Base64: the index of its key, 254 for a rarer value, 255 for none.'
    })
  })
  .meta({ id: 'MapColours' })

export const mapPointsAnswer = z
  .object({ points: z.array(z.object({ index: count, record: sentence })) })
  .meta({ id: 'MapPoints' })

export type MapHeader = z.output<typeof mapHeader>
export type MapColoursAnswer = z.output<typeof mapColoursAnswer>
export type MapPointsAnswer = z.output<typeof mapPointsAnswer>
