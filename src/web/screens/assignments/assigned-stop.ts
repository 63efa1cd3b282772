import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'

/** One standing assignment, read signed in or by a link. */
export type AssignedStop = Reply<'POST /api/get-assignments'>['assignments'][number]

/** A week, over all of them. */
export function payOf(stops: readonly AssignedStop[]): Cents {
  return addCents(...stops.map((stop) => stop.payCents ?? ZERO_CENTS))
}
