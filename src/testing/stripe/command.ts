import type { z } from 'zod'
import type { World } from './world.ts'

/** Takes what was sent as JSON, answers JSON. */
export type Command = (world: World, sent: unknown) => object | void

export function command<T>(schema: z.ZodType<T>, act: (world: World, sent: T) => object | void): Command {
  return (world, sent) => {
    const read = schema.parse(sent)
    return world.inTransaction(() => act(world, read))
  }
}
