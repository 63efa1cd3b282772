/** A crew's year as a table for its books: a row per payout, and the sums that its form will say. */
import { type Cents, subtractCents } from '#domain/money.ts'
import { CHANNELS, type PaidByChannel, totalPaid } from '#domain/tax/channels.ts'
import { dateAt } from '#domain/time.ts'
import { type CsvCell, csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { CrewYear } from './read-crew-year.ts'

const COLUMNS = ['paid_on', 'payout', ...CHANNELS, 'total', 'payout_fee', 'received']

export function writeYearCsv({ year, zone, payouts, paid, feeCents }: CrewYear): FileReply {
  const rows = payouts.map((payout): CsvCell[] => [
    dateAt(payout.paidAt, zone),
    payout.payoutId,
    ...amounts(payout.paid, payout.feeCents),
  ])
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-year-${year}.csv`,
    content: [COLUMNS, ...rows, [`${year}`, 'total', ...amounts(paid, feeCents)]]
      .map((cells) => csvRow(cells))
      .join(''),
  }
}

function amounts(paid: PaidByChannel, feeCents: Cents): CsvCell[] {
  const total = totalPaid(paid)
  const all = [...CHANNELS.map((channel) => paid[channel]), total, feeCents, subtractCents(total, feeCents)]
  return all.map((amount) => ({ figure: plainDollars(amount) }))
}

/** As spreadsheets read numbers. */
export function plainDollars(amount: Cents): string {
  return (amount / 100).toFixed(2)
}
