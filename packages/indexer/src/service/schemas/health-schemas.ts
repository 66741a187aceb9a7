import { z } from 'zod'

export const healthAnswer = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    uptime: z.number().meta({ description: 'Uptime in seconds.' })
  })
  .meta({ id: 'Health' })

export const readyAnswer = z
  .object({
    status: z.literal('ready'),
    outdated: z.boolean().meta({
      description:
        'Whether the collection now has the vectors of another encoder. The service then reads the old index and ' +
        'rejects writes until it is restarted with the new encoder.'
    })
  })
  .meta({ id: 'Ready' })
