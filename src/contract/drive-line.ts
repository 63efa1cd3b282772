/** The streets driven between places in order: asked by a crew for its own way, by dispatchers for that of a crew. */
import { z } from 'zod'
import { latitude, longitude } from './shapes.ts'

export const driveLine = {
  body: z.strictObject({
    places: z
      .array(z.strictObject({ lat: latitude, lng: longitude }))
      .min(2)
      .max(100),
  }),
  reply: z.object({ line: z.array(z.object({ lat: z.number(), lng: z.number() })).nullable() }),
  callsPerMinute: 60,
}
