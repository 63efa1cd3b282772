/** A customer's receipt as a document, from the very answer that the screen gets: the same amounts, none of its own. */
import { billedToLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import { brandName, couponText, isWork, lineText } from '#domain/billing/receipt.ts'
import { lineTexts } from '#domain/billing/receipt-texts.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Receipt } from '../payments/receipt-queries.ts'
import { describePaper, exemptLines, sumOf, unlessZero } from './describe-paper.ts'
import { paperTexts } from './texts.ts'
import { type PaperReader, writeDate, writeTime } from './write-dates.ts'
import type { PaperContent, PaperTable } from './write-pdf.ts'

export function describeReceipt(receipt: Receipt, reader: PaperReader): PaperContent {
  const texts = paperTexts[reader.locale]
  const { id, card, paidAt } = receipt
  return describePaper(
    {
      id,
      title: texts.receipt,
      amountCents: receipt.totalCents,
      letterhead: receipt.letterhead,
      readers: billedToLines(receipt.billedTo, receipt.customerName, headTexts[reader.locale]),
      period: receipt,
      facts: [
        paidAt === null ? texts.states[receipt.state] : texts.paidOn(writeTime(reader, paidAt)),
        ...(paidAt === null || card === null ? [] : [texts.paidWith(brandName(card.brand), card.last4)]),
      ],
      lines: receipt.lines
        .filter(isWork)
        .map((line) => ({ ...line, what: lineText(lineTexts[reader.locale], line) })),
      sums: [
        sumOf(texts.subtotal, receipt.subtotalCents),
        ...unlessZero(couponText(texts.coupon, receipt.couponCodes), cents(-receipt.couponCents)),
        ...unlessZero(texts.tax, receipt.taxCents),
        ...exemptLines(receipt.exemptions, reader),
        ...unlessZero(texts.credit, cents(-receipt.creditCents)),
        { ...sumOf(texts.total, receipt.totalCents), isTotal: true },
        ...netSums(receipt, texts),
        ...unlessZero(texts.owed, receipt.ledger.owedCents),
      ],
      tables: receipt.refunds.length > 0 ? [refundTable(receipt, reader)] : [],
    },
    reader,
  )
}

/** What was given back, and what all of it cost in the end. */
function netSums(
  { refundedCents, netCents, taxCents, netTaxCents }: Receipt,
  texts: (typeof paperTexts)['en'],
) {
  if (refundedCents === 0) return []
  return [
    sumOf(texts.refunded, cents(-refundedCents)),
    { ...sumOf(texts.net, netCents), isTotal: true },
    ...(taxCents === 0 ? [] : [sumOf(texts.netTax, netTaxCents)]),
  ]
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
      writeDate(reader, refund.createdAt),
      refund.reason,
      texts.refundStates[refund.state],
      formatCents(refund.amountCents),
    ]),
    sums: [],
  }
}
