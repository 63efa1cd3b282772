/** A customer's receipt as a document, from the very answer that the screen gets: the same amounts, none of its own. */
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { Receipt } from '../payments/receipt-queries.ts'
import { type PaperReader, sayDate, sayDay, sayRange, sayTime } from './read-dates.ts'
import { paperTexts } from './texts.ts'
import type { PaperContent, PaperSum, PaperTable } from './write-pdf.ts'

/** Lines that stand for something done; the others are sums below them. */
const WORK: ReadonlySet<string> = new Set(['visit', 'tip', 'fee'])

export function describeReceipt(receipt: Receipt, reader: PaperReader): PaperContent {
  const words = paperTexts[reader.locale]
  const { card, paidAt } = receipt
  return {
    title: words.receipt,
    headline: formatCents(receipt.totalCents),
    facts: [
      receipt.customerName,
      words.period(sayRange(reader, receipt.periodStart, receipt.periodEnd)),
      paidAt === null ? words.states[receipt.state] : words.paidOn(sayTime(reader, paidAt)),
      ...(paidAt === null || card === null ? [] : [words.paidWith(brandName(card.brand), card.last4)]),
      words.number(receipt.id),
    ],
    tables: [
      workTable(receipt, reader),
      ...(receipt.refunds.length > 0 ? [refundTable(receipt, reader)] : []),
    ],
    madeAt: words.madeAt(sayTime(reader, reader.now), reader.timeZone),
    pageOf: words.pageOf,
  }
}

function workTable(receipt: Receipt, reader: PaperReader): PaperTable {
  const words = paperTexts[reader.locale]
  return {
    title: words.visits,
    columns: [
      { title: words.day, share: 20 },
      { title: words.service, share: 34 },
      { title: words.place, share: 32 },
      { title: words.amount, share: 14, isNumber: true },
    ],
    rows: receipt.lines
      .filter(({ kind }) => WORK.has(kind))
      .map((line) => [
        line.date === null ? '' : sayDay(reader, line.date),
        words.lineOf(line.kind, line.serviceName ?? line.description),
        line.placeName ?? '',
        formatCents(line.amountCents),
      ]),
    sums: [
      { label: words.subtotal, amount: formatCents(receipt.subtotalCents) },
      ...unlessZero(words.coupon, cents(-receipt.couponCents)),
      ...unlessZero(words.tax, receipt.taxCents),
      ...unlessZero(words.credit, cents(-receipt.creditCents)),
      { label: words.total, amount: formatCents(receipt.totalCents), isTotal: true },
      ...unlessZero(words.owed, receipt.ledger.owedCents),
    ],
  }
}

function refundTable(receipt: Receipt, reader: PaperReader): PaperTable {
  const words = paperTexts[reader.locale]
  return {
    title: words.refunds,
    columns: [
      { title: words.day, share: 20 },
      { title: words.reason, share: 46 },
      { title: words.state, share: 20 },
      { title: words.amount, share: 14, isNumber: true },
    ],
    rows: receipt.refunds.map((refund) => [
      sayDate(reader, refund.createdAt),
      refund.reason,
      words.refundStates[refund.state],
      formatCents(refund.amountCents),
    ]),
    sums: unlessZero(words.refunded, receipt.refundedCents),
  }
}

function unlessZero(label: string, amountCents: Cents): PaperSum[] {
  return amountCents === 0 ? [] : [{ label, amount: formatCents(amountCents) }]
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1)
}
