/** What a payment is for, line by line, and what it comes to. */
import { couponText, isWork, lineText } from '#domain/billing/receipt.ts'
import { cents, ZERO_CENTS } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { linkTo } from '#web/urls.ts'
import { PaperLines, unlessZero } from './paper-lines.tsx'

type Receipt = Extract<Reply<'GET /api/payment'>, { kind: 'receipt' }>

export function ReceiptWork({ receipt, linksVisits = false }: { receipt: Receipt; linksVisits?: boolean }) {
  const texts = useText().money.receipt
  const lines = receipt.lines.filter(isWork).map((line) => ({
    ...line,
    key: `${line.kind}${line.visitId ?? line.description}`,
    what: lineText(texts.lineTexts, line),
    to: linksVisits && line.visitId !== null ? linkTo('visit', { visit_id: line.visitId }) : undefined,
  }))
  const sums = [
    { label: texts.subtotal, amountCents: receipt.subtotalCents },
    ...unlessZero(couponText(texts.coupon, receipt.couponCodes), cents(-receipt.couponCents)),
    ...unlessZero(texts.tax, receipt.taxCents),
    ...receipt.exemptions.map(({ number, issuedBy }) => ({
      label: texts.exempt(number, issuedBy),
      amountCents: ZERO_CENTS,
    })),
    ...unlessZero(texts.credit, cents(-receipt.creditCents)),
    { label: texts.total, amountCents: receipt.totalCents, isTotal: true },
    ...(receipt.refundedCents === 0
      ? []
      : [
          { label: texts.refunded, amountCents: cents(-receipt.refundedCents) },
          { label: texts.net, amountCents: receipt.netCents, isTotal: true },
          ...(receipt.taxCents === 0 ? [] : [{ label: texts.netTax, amountCents: receipt.netTaxCents }]),
        ]),
  ]
  return <PaperLines lines={lines} sums={sums} />
}
