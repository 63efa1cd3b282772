/** Every open invoice with its age, as a table for a spreadsheet. */
import { ageOf } from '#domain/billing/invoices.ts'
import type { Instant } from '#domain/time.ts'
import { dateAt } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import { listInvoices } from './list-queries.ts'

const COLUMNS = [
  'invoice',
  'customer',
  'company',
  'po_number',
  'issued_on',
  'due_on',
  'days_overdue',
  'age',
  'total',
  'paid',
  'credited',
  'in_process',
  'open',
]
const MOST_ROWS = 20_000

export async function exportAgeing(db: Db, scope: OperatorScope, now: Instant): Promise<FileReply> {
  const today = dateAt(now, await marketZone(db, scope))
  const { invoices } = await listInvoices(db, scope, { show: 'open', limit: MOST_ROWS }, today)
  const rows = invoices.map((invoice) =>
    csvRow([
      invoice.number,
      invoice.customerName,
      invoice.companyName,
      invoice.poNumber,
      invoice.issuedOn,
      invoice.dueOn,
      { figure: String(invoice.daysOverdue) },
      ageOf(invoice.dueOn, today),
      ...[
        invoice.totalCents,
        invoice.paidCents,
        invoice.creditedCents,
        invoice.processingCents,
        invoice.openCents,
      ].map((amount) => ({ figure: (amount / 100).toFixed(2) })),
    ]),
  )
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-ageing-${today}.csv`,
    content: [csvRow(COLUMNS), ...rows].join(''),
  }
}
