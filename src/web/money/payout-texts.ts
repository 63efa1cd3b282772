/** Weeks and payouts in words: which payouts a week went out with, and of which weeks a payout is made. */
import type { Cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

type Earnings = Reply<'GET /api/crew-payments'>
type Week = Earnings['weeks'][number]
type Payout = Earnings['payouts'][number]

/** `Of this week’s $424.07, $420.11 is in the payout of Wed, Nov 18; $3.96 comes with the payout of Wed, Nov 25.` */
export function useWeekText(): (week: Week) => string | null {
  const { inPayouts, allOfIt, ofThisWeek } = useText().money.earnings
  const format = useFormat()
  return ({ earnedCents, payouts }) => {
    if (payouts.length === 0) return null
    const parts = payouts.map(({ state, amountCents, paysOn }) =>
      inPayouts[state](payouts.length === 1 ? allOfIt : format.money(amountCents), format.day(paysOn)),
    )
    return payouts.length === 1 ? `${parts[0]}.` : ofThisWeek(format.money(earnedCents), parts.join('; '))
  }
}

/** Null where the weeks shown do not make up the whole payout: the rest was earned before them, or taken off. */
export function useHoldsText(): (payout: Payout, weeks: readonly Week[]) => string | null {
  const { ofWeek } = useText().money.earnings
  const format = useFormat()
  return (payout, weeks) => {
    const parts = partsOf(payout, weeks)
    const sum = parts.reduce((all, part) => all + part.amountCents, 0)
    if (sum !== payout.amountCents + payout.feeCents) return null
    return parts.map((part) => ofWeek(format.money(part.amountCents), format.day(part.weekStart))).join(', ')
  }
}

function partsOf(
  { id }: Payout,
  weeks: readonly Week[],
): { weekStart: Week['weekStart']; amountCents: Cents }[] {
  return weeks.flatMap(({ weekStart, payouts }) =>
    payouts.filter((part) => part.payoutId === id).map(({ amountCents }) => ({ weekStart, amountCents })),
  )
}
