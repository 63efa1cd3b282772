/** How often a weekly job comes, and what it costs, in the words of whoever reads. */
import { type ChosenRhythm, isEveryWeek, type Rhythm } from '#domain/schedule/rhythm.ts'
import { roundToDollar } from '#domain/schedule/rhythm-amounts.ts'
import { rhythmText } from '#domain/schedule/rhythm-texts.ts'
import type { Cents } from '#domain/money.ts'
import type { Weekday } from '#domain/time.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'

type Comes = { readonly rhythm: ChosenRhythm; readonly weekdays: readonly Weekday[] }

/** `Every 2 weeks on Wed`. */
export function useRhythmText(): (job: Comes) => string {
  const language = useLanguage()
  return (job) => rhythmText(job, language)
}

type Costs = {
  readonly rhythm: Rhythm
  readonly perWeekCents: Cents | null
  readonly perMonthCents: Cents | null
  readonly perVisitCents?: Cents | null
}

/** A week's amount where it comes every week; else a visit's, and about a month's. */
export function useJobPrice(): (job: Costs) => string | null {
  const { customer } = useText()
  const format = useFormat()
  return ({ rhythm, perWeekCents, perMonthCents, perVisitCents = null }) => {
    if (perWeekCents === null || perMonthCents === null) return null
    if (isEveryWeek(rhythm)) return customer.perWeek(format.money(perWeekCents))
    const visit = perVisitCents === null ? [] : [customer.perVisit(format.money(perVisitCents))]
    return [...visit, customer.perMonth(format.money(roundToDollar(perMonthCents)))].join(' · ')
  }
}
