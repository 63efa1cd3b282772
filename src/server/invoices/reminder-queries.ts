/** Open invoices whose customers may have to be reminded, by their due date. */
import { sql } from 'kysely'
import type { InvoiceId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export const INVOICES_AT_ONCE = 200

export type DueMark = { readonly dueOn: LocalDate; readonly id: InvoiceId }

/** Those of which all that is open is on its way are let be: a debit takes days. */
export async function listToRemind(
  db: Db,
  { marketId, until, after }: { marketId: string; until: LocalDate; after: DueMark | null },
) {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('users', 'users.id', 'invoice.customer_id')
    .where('invoice.market_id', '=', marketId)
    .where('invoice.closed_at', 'is', null)
    .where('invoice.due_on', '<=', until)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(invoice.due_on, invoice.id) > (${after!.dueOn}::date, ${after!.id}::uuid)`),
    )
    .orderBy('invoice.due_on')
    .orderBy('invoice.id')
    .limit(INVOICES_AT_ONCE)
    .select([
      'invoice.id',
      'invoice.customer_id',
      'invoice.market_id',
      'invoice.year',
      'invoice.number',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.total_cents',
      'invoice.paid_cents',
      'invoice.credited_cents',
      'users.name',
      sql<number[]>`array(
        select day from invoice_reminder where invoice_reminder.invoice_id = invoice.id order by day
      )`.as('sent_days'),
      sql<number>`(
        select coalesce(sum(amount_cents), 0)::bigint from invoice_receipt receipt
        where receipt.invoice_id = invoice.id and receipt.state = 'asked'
      )`.as('processing_cents'),
    ])
    .execute()
  return rows
}

/** False where it was sent already. */
export async function saveReminder(
  db: Db,
  reminder: { readonly invoiceId: InvoiceId; readonly day: number; readonly now: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('invoice_reminder')
    .values({ invoice_id: reminder.invoiceId, day: reminder.day, sent_at: toTimestamp(reminder.now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}
