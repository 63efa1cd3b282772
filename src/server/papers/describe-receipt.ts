/** A customer's receipt as a document, from the very answer that the screen gets: the same amounts, none of its own. */
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { Receipt } from '../payments/receipt-queries.ts'
import { type PaperReader, sayDate, sayDay, sayRange, sayTime } from './read-dates.ts'
import { paperTexts } from './texts.ts'
import type { PaperContent, PaperSum, PaperTable } from './write-pdf.ts'

/** Lines that stand for something done; the others are sums below them. */
const WORK: ReadonlySet<string> = new Set(['visit', 'tip', 'fee'])

export function describeReceipt(receipt: Receipt, reader: PaperReader): PaperContent {
  const texts = paperTexts[reader.locale]
  const { card, paidAt } = receipt
  return {
    title: texts.receipt,
    headline: formatCents(receipt.totalCents),
    facts: [
      receipt.customerName,
      texts.period(sayRange(reader, receipt.periodStart, receipt.periodEnd)),
      paidAt === null ? texts.states[receipt.state] : texts.paidOn(sayTime(reader, paidAt)),
      ...(paidAt === null || card === null ? [] : [texts.paidWith(brandName(card.brand), card.last4)]),
      texts.number(receipt.id),
    ],
    tables: [
      workTable(receipt, reader),
      ...(receipt.refunds.length > 0 ? [refundTable(receipt, reader)] : []),
    ],
    madeAt: texts.madeAt(sayTime(reader, reader.now), reader.timeZone),
    pageOf: texts.pageOf,
  }
}

function workTable(receipt: Receipt, reader: PaperReader): PaperTable {
  const texts = paperTexts[reader.locale]
  return {
    title: texts.visits,
    columns: [
      { title: texts.day, share: 20 },
      { title: texts.service, share: 34 },
      { title: texts.place, share: 32 },
      { title: texts.amount, share: 14, isNumber: true },
    ],
    rows: receipt.lines
      .filter(({ kind }) => WORK.has(kind))
      .map((line) => [
        line.date === null ? '' : sayDay(reader, line.date),
        texts.lineOf(line.kind, line.serviceName ?? line.description),
        line.placeName ?? '',
        formatCents(line.amountCents),
      ]),
    sums: [
      { label: texts.subtotal, amount: formatCents(receipt.subtotalCents) },
      ...unlessZero(texts.coupon, cents(-receipt.couponCents)),
      ...unlessZero(texts.tax, receipt.taxCents),
      ...unlessZero(texts.credit, cents(-receipt.creditCents)),
      { label: texts.total, amount: formatCents(receipt.totalCents), isTotal: true },
      ...unlessZero(texts.owed, receipt.ledger.owedCents),
    ],
  }
}

function refundTable(receipt: Receipt, reader: PaperReader): PaperTable {
  const texts = paperTexts[reader.locale]
  return {
    title: texts.refunds,
    columns: [
      { title: texts.day, share: 20 },
      { title: texts.reason, share: 46 },
      { title: texts.state, share: 20 },
      { title: texts.amount, share: 14, isNumber: true },
    ],
    rows: receipt.refunds.map((refund) => [
      sayDate(reader, refund.createdAt),
      refund.reason,
      texts.refundStates[refund.state],
      formatCents(refund.amountCents),
    ]),
    sums: unlessZero(texts.refunded, receipt.refundedCents),
  }
}

function unlessZero(label: string, amountCents: Cents): PaperSum[] {
  return amountCents === 0 ? [] : [{ label, amount: formatCents(amountCents) }]
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1)
}
