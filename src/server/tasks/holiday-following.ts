import type { HolidayRuleSetId, PropertyId } from '#domain/ids.ts'
import type { LocalDate, Weekday } from '#domain/time.ts'

/** A walk over the jobs that keep a calendar which has changed. */
export type HolidayFollowing = {
  /** Whose progress is counted; null where the calendar is none. */
  readonly ruleSetId: HolidayRuleSetId | null
  /** The jobs of a calendar, of a market without one of their own, or of one place. */
  readonly scope:
    | { readonly ruleSetId: HolidayRuleSetId }
    | { readonly marketId: string }
    | { readonly propertyId: PropertyId }
  /** Dates of rules that are treated otherwise now. */
  readonly from: LocalDate
  readonly to: LocalDate
  readonly weekdays: readonly Weekday[]
  /** The same for all parts of a walk. */
  readonly walkId: string
  /** This part's jobs lie behind the first id, up to the last. */
  readonly after: string | null
  readonly upTo: string | null
}
