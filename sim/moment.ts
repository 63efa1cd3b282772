/** What an invariant is asked with. */
import type { RawBuilder } from 'kysely'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Outside } from './outside.ts'

export type Moment = {
  readonly seed: number
  /** The command that goes the same way to this day. */
  readonly replay: string
  readonly day: number
  readonly date: LocalDate
  readonly now: Instant
  readonly zone: string
  /** Of the city's market. */
  readonly marketId: string
  /** Since when a crew can be paid, by its id: earlier runs had to leave its money. */
  readonly payableSince: ReadonlyMap<string, Instant>
  readonly outside: Outside
}

/** The moments of the latest runs that should have been through by now. */
export type Runs = {
  /** What holds in the market now. */
  readonly settings: BusinessSettings
  readonly billing: Date
  readonly billingDate: LocalDate
  readonly payout: Date
  readonly yesterday: Date
}

export type Invariant = {
  readonly name: string
  readonly broken: (runs: Runs, moment: Moment) => RawBuilder<Record<string, unknown>>
}
