import type { CreditNoteId, InvoiceId, RefundId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export async function insertCreditNote(
  db: Db,
  {
    now,
    ...note
  }: {
    readonly invoice_id: InvoiceId
    readonly market_id: string
    readonly year: number
    readonly number: number
    readonly issued_on: LocalDate
    readonly refund_id: RefundId | null
    readonly amount_cents: Cents
    readonly credit_cents: Cents
    readonly back_cents: Cents
    readonly reason: string
    readonly now: Instant
  },
): Promise<CreditNoteId> {
  const row = await db
    .insertInto('credit_note')
    .values({ ...note, created_at: toTimestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function invoiceOfNote(db: Db, noteId: CreditNoteId): Promise<InvoiceId | undefined> {
  const row = await db
    .selectFrom('credit_note')
    .where('id', '=', noteId)
    .select('invoice_id')
    .executeTakeFirst()
  return row?.invoice_id
}

/** Oldest first. */
export async function creditNotesOf(db: Db, invoiceId: InvoiceId) {
  const rows = await db
    .selectFrom('credit_note')
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('number')
    .select([
      'id',
      'market_id',
      'year',
      'number',
      'issued_on',
      'amount_cents',
      'credit_cents',
      'back_cents',
      'reason',
      'created_at',
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    marketId: row.market_id,
    year: row.year,
    number: row.number,
    issuedOn: row.issued_on,
    amountCents: cents(row.amount_cents),
    creditCents: cents(row.credit_cents),
    backCents: cents(row.back_cents),
    reason: row.reason,
    createdAt: row.created_at,
  }))
}
