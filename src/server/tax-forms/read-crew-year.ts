/** One crew's year: what it was paid, by what, and how far its form has come. The screen and both files show this. */
import { addCents, type Cents, subtractCents } from '#domain/money.ts'
import { CHANNELS, NOTHING_PAID, type PaidByChannel, totalPaid } from '#domain/tax/channels.ts'
import { CONSENT_VERSION, hasConsent } from '#domain/tax/consent.ts'
import { formStateOf, ruleOfYear } from '#domain/tax/form.ts'
import { consentSentence, sourceOfThreshold } from '#domain/tax/texts.ts'
import { w9StateOf } from '#domain/tax/w9.ts'
import { isYearOver, spanOfYear, taxYearAt } from '#domain/tax/year.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { listPaidPayouts, type PaidPayout, paidYears } from './paid-queries.ts'
import { readPayees } from './queries.ts'

export type CrewYear = Awaited<ReturnType<typeof readCrewYear>>

/** Without a year, the present one. Throws `not_found` for years to come. */
export async function readCrewYear(db: Db, scope: CrewScope, asked: number | undefined, now: Instant) {
  const zone = await marketZone(db, scope)
  const thisYear = taxYearAt(now, zone)
  const year = asked ?? thisYear
  if (year > thisYear) throw new Refused('not_found', { at: 'year' })
  const [settings, payouts, years, payees] = await Promise.all([
    settingsAt(db, scope.marketId, now),
    listPaidPayouts(db, scope, spanOfYear(year, zone)),
    paidYears(db, scope.userId, zone),
    readPayees(db, [scope.userId], year),
  ])
  const payee = payees.get(scope.userId)
  if (payee === undefined) throw new Refused('not_found')
  const paid = payouts.map((payout) => payout.paid).reduce(addPaid, NOTHING_PAID)
  const paidCents = totalPaid(paid)
  const feeCents = addCents(...payouts.map((payout) => payout.feeCents))
  const transactionCount = payouts.reduce((sum, payout) => sum + payout.transactionCount, 0)
  const rule = ruleOfYear(settings, year)
  const w9 = w9StateOf(payee.account)
  const isOver = isYearOver(year, now, zone)
  return {
    year,
    years: [...new Set([thisYear, ...years, year])].toSorted((one, other) => other - one),
    zone,
    isOver,
    name: payee.name,
    ...rule,
    source: sourceOfThreshold(rule, scope.locale),
    paid,
    paidCents,
    transactionCount,
    feeCents,
    receivedCents: subtractCents(paidCents, feeCents),
    payouts,
    months: monthsOf(payouts, zone),
    w9,
    state: formStateOf(rule, {
      paidCents,
      transactionCount,
      isYearOver: isOver,
      w9,
      isSent: payee.sent !== null,
    }),
    sentAt: payee.sent?.at ?? null,
    consent: {
      version: CONSENT_VERSION,
      sentence: consentSentence[scope.locale],
      isGiven: hasConsent(payee.consent),
      at: payee.consent?.at ?? null,
    },
  }
}

/** Months in which something was paid, by the market's clock, first to last. */
function monthsOf(payouts: readonly PaidPayout[], zone: string) {
  const byMonth = Map.groupBy(payouts, ({ paidAt }) => dateAt(paidAt, zone).slice(0, 7))
  return [...byMonth].map(([month, those]) => {
    const paid = those.map((payout) => payout.paid).reduce(addPaid, NOTHING_PAID)
    const paidCents = totalPaid(paid)
    const feeCents = addCents(...those.map((payout) => payout.feeCents))
    return {
      month,
      paid,
      paidCents,
      feeCents,
      receivedCents: subtractCents(paidCents, feeCents),
      payoutCount: those.length,
    }
  })
}

function addPaid(one: PaidByChannel, other: PaidByChannel): PaidByChannel {
  const sum: Record<(typeof CHANNELS)[number], Cents> = { ...one }
  for (const channel of CHANNELS) sum[channel] = addCents(one[channel], other[channel])
  return sum
}
