/** An invoice as a document, from the very answer that the screen gets: the same amounts, none of its own. */
import { billedToLines, letterheadLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import { couponText, isWork, lineText } from '#domain/billing/receipt.ts'
import { lineTexts } from '#domain/billing/receipt-texts.ts'
import { addCents, cents, formatCents, ZERO_CENTS } from '#domain/money.ts'
import { exemptLines, unlessZero } from '../papers/describe-paper.ts'
import { paperTexts } from '../papers/texts.ts'
import { type PaperReader, writeDay, writeRange, writeTime } from '../papers/write-dates.ts'
import type { PaperContent, PaperTable } from '../papers/write-pdf.ts'
import type { InvoiceDetail } from './read-invoices.ts'
import { invoicePaperTexts } from './texts.ts'

export function describeInvoice(invoice: InvoiceDetail, reader: PaperReader): PaperContent {
  const words = invoicePaperTexts[reader.locale]
  const plain = paperTexts[reader.locale]
  return {
    letterhead: letterheadLines(invoice.letterhead, headTexts[reader.locale]),
    title: words.invoice(invoice.number),
    headline: formatCents(invoice.totalCents),
    facts: [
      ...billedToLines(invoice, invoice.customerName, headTexts[reader.locale]),
      words.issued(
        writeRange(reader, invoice.issuedOn, invoice.issuedOn),
        writeRange(reader, invoice.dueOn, invoice.dueOn),
      ),
      plain.period(writeRange(reader, invoice.periodStart, invoice.periodEnd)),
      words.states[invoice.state],
    ],
    tables: [
      ...placesOf(invoice, reader),
      sumsOf(invoice, reader),
      ...moneyOf(invoice, reader),
      ...notesOf(invoice, reader),
    ],
    madeAt: plain.madeAt(writeTime(reader, reader.now), reader.timeZone),
    pageOf: plain.pageOf,
  }
}

function placesOf(invoice: InvoiceDetail, reader: PaperReader): PaperTable[] {
  const words = invoicePaperTexts[reader.locale]
  const plain = paperTexts[reader.locale]
  const work = invoice.lines.filter(isWork)
  const places = Map.groupBy(work, ({ placeName, poNumber }) => JSON.stringify([placeName, poNumber]))
  return [...places.values()].map((lines) => {
    const { placeName, poNumber } = lines[0]!
    return {
      title: [
        placeName ?? words.other,
        ...(poNumber === '' ? [] : [headTexts[reader.locale].po(poNumber)]),
      ].join(' · '),
      columns: [
        { title: plain.day, share: 24 },
        { title: plain.service, share: 58 },
        { title: plain.amount, share: 18, isNumber: true },
      ],
      rows: lines.map((line) => [
        line.date === null ? '' : writeDay(reader, line.date),
        lineText(lineTexts[reader.locale], line),
        formatCents(line.amountCents),
      ]),
      sums: [
        {
          label: words.sum,
          amount: formatCents(addCents(ZERO_CENTS, ...lines.map((line) => line.amountCents))),
        },
      ],
    }
  })
}

function sumsOf(invoice: InvoiceDetail, reader: PaperReader): PaperTable {
  const words = invoicePaperTexts[reader.locale]
  const plain = paperTexts[reader.locale]
  return {
    title: plain.total,
    columns: [{ title: '', share: 100 }],
    rows: [],
    sums: [
      { label: plain.subtotal, amount: formatCents(invoice.subtotalCents) },
      ...unlessZero(couponText(plain.coupon, invoice.couponCodes), cents(-invoice.couponCents)),
      { label: plain.tax, amount: formatCents(invoice.taxCents) },
      ...exemptLines(invoice.exemptions, reader),
      ...unlessZero(plain.credit, cents(-invoice.creditCents)),
      { label: plain.total, amount: formatCents(invoice.totalCents), isTotal: true },
      ...unlessZero(words.paid, cents(-invoice.paidCents)),
      ...unlessZero(words.credited, cents(-invoice.creditedCents)),
      { label: words.open, amount: formatCents(invoice.openCents), isTotal: true },
    ],
  }
}

function moneyOf(invoice: InvoiceDetail, reader: PaperReader): PaperTable[] {
  const words = invoicePaperTexts[reader.locale]
  const plain = paperTexts[reader.locale]
  const received = invoice.receipts.filter(({ state }) => state === 'received')
  if (received.length === 0) return []
  return [
    {
      title: words.payments,
      columns: [
        { title: plain.day, share: 24 },
        { title: words.way, share: 24 },
        { title: words.reference, share: 34 },
        { title: plain.amount, share: 18, isNumber: true },
      ],
      rows: received.map((receipt) => [
        receipt.receivedOn === null ? '' : writeDay(reader, receipt.receivedOn),
        words.ways[receipt.way],
        receipt.reference,
        formatCents(receipt.amountCents),
      ]),
      sums: [],
    },
  ]
}

function notesOf(invoice: InvoiceDetail, reader: PaperReader): PaperTable[] {
  const words = invoicePaperTexts[reader.locale]
  const plain = paperTexts[reader.locale]
  if (invoice.creditNotes.length === 0) return []
  return [
    {
      title: words.creditNotes,
      columns: [
        { title: words.number, share: 30 },
        { title: plain.day, share: 20 },
        { title: plain.reason, share: 32 },
        { title: plain.amount, share: 18, isNumber: true },
      ],
      rows: invoice.creditNotes.map((note) => [
        note.number,
        writeDay(reader, note.issuedOn),
        note.reason,
        formatCents(note.amountCents),
      ]),
      sums: [],
    },
  ]
}
