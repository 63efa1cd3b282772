import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { FollowUp } from '#domain/visits/graph.ts'
import type { Transitioned, VisitFacts } from '#domain/visits/lifecycle.ts'
import type { Db } from './db/client.ts'

/** A step of a visit as it was saved. */
export type TakenStep = {
  readonly visit: VisitFacts & { readonly id: VisitId; readonly marketId: string }
  readonly step: Transitioned
}

/**
 * Who does what follows a step, in the transaction that saves it and for any number of visits at once. All of it: a
 * follow-up without a consumer does not compile.
 */
export type FollowUps = Readonly<
  Record<FollowUp, (db: Db, steps: readonly TakenStep[], now: Instant) => Promise<void>>
>
