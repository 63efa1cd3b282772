import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import type { Change } from '#domain/stays/changes.ts'
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

/** What became of the stays of a place when a source was heard. */
export type StayNews = {
  readonly property: {
    readonly id: PropertyId
    readonly customerId: UserId
    readonly marketId: string
    readonly timeZone: string
  }
  /** At least one. */
  readonly changes: readonly Change[]
  /** History that is brought in: nobody is notified of it. */
  readonly isQuiet: boolean
}
