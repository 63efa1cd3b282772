/** What a market owes its tax authorities for a period. The screen, the table and the filing show the same sums. */
import { addCents, type Cents, cents, subtractCents, ZERO_CENTS } from '#domain/money.ts'
import { splitTax } from '#domain/pricing/sales-tax.ts'
import { TAX_PARTS, type TaxPart } from '#domain/settings/tax-rates.ts'
import {
  isPeriodOver,
  lastPeriod,
  parsePeriod,
  spanOfPeriod,
  type TaxPeriod,
  taxDue,
  taxToPay,
} from '#domain/tax/period.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { sumTaxBefore } from '../ledger/seal-queries.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import {
  type FilingRow,
  listFilings,
  paidInAll,
  paidWithin,
  serviceNames,
  sumEntries,
  type TaxSum,
} from './queries.ts'

export type Report = Awaited<ReturnType<typeof readReport>>
export type ReportLine = ReturnType<typeof lineOf>

const NO_PARTS: Readonly<Record<TaxPart, Cents>> = {
  state: ZERO_CENTS,
  county: ZERO_CENTS,
  city: ZERO_CENTS,
  district: ZERO_CENTS,
}

/** Without a period, the last of those that the market files. */
export async function readReport(db: Db, scope: OperatorScope, asked: string | undefined, now: Instant) {
  const { marketId } = scope
  const zone = await marketZone(db, { marketId })
  const filings = await listFilings(db, marketId)
  const [newest] = filings.map((each) => ({ from: each.period_start, to: each.period_end }))
  const period = readPeriod(asked ?? lastPeriod(now, zone, newest ?? null))
  const span = spanOfPeriod(period, zone)
  const [sums, services, taxBefore, paidEver, paidWithinCents] = await Promise.all([
    sumEntries(db, marketId, span),
    serviceNames(db),
    sumTaxBefore(db, marketId, { date: period.from, at: span.from }),
    paidInAll(db, marketId),
    paidWithin(db, marketId, period),
  ])
  const names = new Map(services.map((service) => [service.key, nameIn(scope.locale, service)]))
  const lines = [
    ...Map.groupBy(sums, ({ serviceKey, parts }) => `${serviceKey} ${JSON.stringify(parts)}`).values(),
  ]
    .map((own) => lineOf(own, names.get(own[0]!.serviceKey) ?? own[0]!.serviceKey))
    .toSorted(
      (one, other) => other.taxableCents - one.taxableCents || (one.serviceKey < other.serviceKey ? -1 : 1),
    )
  const total = sumOfLines(lines)
  const filing = filingOf(filings, period)
  // Once it was filed, what was open before it is what it said then; what was paid for parts of it came after.
  const openingCents =
    filing === null ? addCents(subtractCents(taxBefore, paidEver), paidWithinCents) : filing.opening_cents
  const dueCents = taxDue({ ...total, openingCents, paidWithinCents })
  return {
    period: period.name,
    from: period.from,
    to: period.to,
    zone,
    isOver: isPeriodOver(period, now, zone),
    ...total,
    openingCents,
    paidWithinCents,
    dueCents,
    toPayCents: taxToPay(dueCents),
    lines,
    filing: filing === null ? null : filingReply(filing),
    filings: filings.map(filingReply),
  }
}

/** Its own, else the one of a longer period around it. */
function filingOf(filings: readonly FilingRow[], { from, to }: TaxPeriod): FilingRow | null {
  const covering = filings.filter((each) => each.period_start <= from && to <= each.period_end)
  return covering.find((each) => each.period_start === from && each.period_end === to) ?? covering[0] ?? null
}

/** Throws `bad_input` for what names no period. */
function readPeriod(name: string): TaxPeriod {
  const period = parsePeriod(name)
  if (period === null) throw new Refused('not_found', { at: 'period' })
  return period
}

function lineOf(own: readonly TaxSum[], serviceName: string) {
  const { serviceKey, parts: rates } = own[0]!
  const salesBy = (treatment: TaxSum['treatment']) =>
    addCents(...own.filter((sum) => sum.treatment === treatment).map((sum) => sum.salesCents))
  const taxBy = (kind: TaxSum['kind']) =>
    addCents(...own.filter((sum) => sum.kind === kind).map((sum) => sum.taxCents))
  const collectedCents = taxBy('sale')
  const refundedCents = cents(0 - taxBy('refund'))
  const net = subtractCents(collectedCents, refundedCents)
  return {
    serviceKey,
    serviceName,
    rates,
    taxableCents: salesBy('taxable'),
    exemptCents: salesBy('exempt'),
    untaxedCents: salesBy('untaxed'),
    collectedCents,
    refundedCents,
    parts: rates === null ? NO_PARTS : splitTax(net, rates),
    undividedCents: rates === null ? net : ZERO_CENTS,
  }
}

function sumOfLines(lines: readonly ReportLine[]) {
  const sum = (amountOf: (line: ReportLine) => Cents) => addCents(...lines.map(amountOf))
  const part = (name: TaxPart) => sum((line) => line.parts[name])
  return {
    taxableCents: sum((line) => line.taxableCents),
    exemptCents: sum((line) => line.exemptCents),
    untaxedCents: sum((line) => line.untaxedCents),
    collectedCents: sum((line) => line.collectedCents),
    refundedCents: sum((line) => line.refundedCents),
    parts: { ...NO_PARTS, ...Object.fromEntries(TAX_PARTS.map((name) => [name, part(name)])) },
    undividedCents: sum((line) => line.undividedCents),
  }
}

function filingReply(filing: FilingRow) {
  return {
    id: filing.id,
    from: filing.period_start,
    to: filing.period_end,
    openingCents: filing.opening_cents,
    collectedCents: filing.collected_cents,
    refundedCents: filing.refunded_cents,
    paidCents: filing.paid_cents,
    confirmation: filing.confirmation,
    filedBy: filing.filed_by_name ?? '',
    filedAt: filing.filed_at,
  }
}
