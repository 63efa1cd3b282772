/** The forms of a market's year, page by page: every crew from the threshold on, and what its form still lacks. */
import type { UserId } from '#domain/ids.ts'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import { NOTHING_PAID, totalPaid } from '#domain/tax/channels.ts'
import { hasConsent } from '#domain/tax/consent.ts'
import { formStateOf, leastPaid, ruleOfYear, type YearRule } from '#domain/tax/form.ts'
import { w9StateOf } from '#domain/tax/w9.ts'
import { isYearOver, spanOfYear, taxYearAt, type YearSpan } from '#domain/tax/year.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { readPageMark, writePageMark } from '../page-mark.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { firstPaidYear, listPaidCrews, type PaidCrew, paidByCrew } from './paid-queries.ts'
import { readPayees } from './queries.ts'

export type MarketYear = {
  readonly marketId: string
  readonly year: number
  readonly span: YearSpan
  readonly zone: string
  readonly isOver: boolean
  readonly rule: YearRule
}

export type FormRow = Awaited<ReturnType<typeof formsAfter>>[number]

type After = { readonly paidCents: number; readonly id: string } | null

export async function listForms(
  db: Db,
  scope: OperatorScope,
  { year: asked, cursor, limit }: { year?: number | undefined; cursor?: string | undefined; limit: number },
  now: Instant,
) {
  const market = await readMarketYear(db, scope.marketId, asked, now)
  const thisYear = taxYearAt(now, market.zone)
  const first = (await firstPaidYear(db, scope.marketId, market.zone)) ?? thisYear
  const mark = readPageMark(cursor, (value) => /^-?\d{1,15}$/.test(value))
  const after = mark === undefined ? null : { paidCents: Number(mark.value), id: mark.id }
  const rows = await formsAfter(db, market, after, limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    year: market.year,
    years: Array.from({ length: Math.max(thisYear - first, 0) + 1 }, (_, back) => thisYear - back),
    isOver: market.isOver,
    ...market.rule,
    forms: shown,
    nextCursor: last === undefined ? null : writePageMark({ value: `${last.paidCents}`, id: last.crewId }),
  }
}

/** Without a year, the present one. Throws `not_found` for years to come. */
export async function readMarketYear(
  db: Db,
  marketId: string,
  asked: number | undefined,
  now: Instant,
): Promise<MarketYear> {
  const zone = await marketZone(db, { marketId })
  const thisYear = taxYearAt(now, zone)
  const year = asked ?? thisYear
  if (year > thisYear) throw new Refused('not_found', { at: 'year' })
  const rule = ruleOfYear(await settingsAt(db, marketId, now), year)
  const isOver = isYearOver(year, now, zone)
  return { marketId, year, span: spanOfYear(year, zone), zone, isOver, rule }
}

export async function formsAfter(db: Db, market: MarketYear, after: After, limit: number) {
  const { marketId, year, span, rule } = market
  const crews = await listPaidCrews(db, {
    marketId,
    year,
    span,
    leastCents: leastPaid(rule),
    aboveCount: rule.thresholdCount,
    after,
    limit,
  })
  return describeForms(db, market, crews)
}

/** One crew's, whatever it was paid. */
export async function readForm(db: Db, market: MarketYear, crewId: UserId): Promise<FormRow | undefined> {
  const sums = (await paidByCrew(db, [crewId], market.span)).get(crewId)
  const paidCents = totalPaid(sums?.paid ?? NOTHING_PAID)
  const [form] = await describeForms(db, market, [{ id: crewId, paidCents, feeCents: ZERO_CENTS }])
  return form
}

async function describeForms(db: Db, market: MarketYear, crews: readonly PaidCrew[]) {
  const { year, span, rule, isOver } = market
  const ids = crews.map(({ id }) => id)
  const [payees, paid] = await Promise.all([readPayees(db, ids, year), paidByCrew(db, ids, span)])
  return crews.flatMap(({ id, paidCents, feeCents }) => {
    const payee = payees.get(id)
    if (payee === undefined) return []
    const w9 = w9StateOf(payee.account)
    const isSent = payee.sent !== null
    const sums = paid.get(id) ?? { paid: NOTHING_PAID, transactionCount: 0 }
    return {
      crewId: id,
      crewName: payee.name,
      mergedInto: payee.mergedInto,
      email: payee.email,
      locale: payee.locale,
      address: payee.address,
      ...sums,
      paidCents,
      feeCents,
      w9,
      hasConsent: hasConsent(payee.consent),
      state: formStateOf(rule, { ...sums, paidCents, isYearOver: isOver, w9, isSent }),
      remindedAt: payee.remindedAt,
      sentAt: payee.sent?.at ?? null,
      sentCents: payee.sent?.amountCents ?? null,
      isWrong: isWrong(payee.sent, paidCents),
    }
  })
}

/** A form that said another amount than was paid in the end. */
function isWrong(sent: { readonly amountCents: Cents } | null, paidCents: Cents): boolean {
  return sent !== null && sent.amountCents !== paidCents
}
