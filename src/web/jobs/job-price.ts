/** What a weekly job costs, in the words of a customer. */
import type { Cents } from '#domain/money.ts'
import { isEveryWeek, type Rhythm } from '#domain/schedule/rhythm.ts'
import { roundToDollar } from '#domain/schedule/rhythm-amounts.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

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
