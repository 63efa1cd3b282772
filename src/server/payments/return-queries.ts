/** Bank debits that had settled and came back, by what is owed again for them. */
import type { InvoiceId, PaymentId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** The returns of what had paid an invoice. */
export function listReturnsOf(db: Db, invoiceId: InvoiceId) {
  return db
    .selectFrom('chargeback')
    .innerJoin('invoice_receipt', 'invoice_receipt.part_payment_id', 'chargeback.payment_id')
    .where('invoice_receipt.invoice_id', '=', invoiceId)
    .where('chargeback.is_return', '=', true)
    .select('chargeback.id')
    .execute()
}

/** The return for which a payment is owed, with the payment that came back. */
export async function findReturnOwedBy(db: Db, owedPaymentId: PaymentId) {
  const row = await db
    .selectFrom('chargeback')
    .where('owed_payment_id', '=', owedPaymentId)
    .select(['id', 'payment_id'])
    .executeTakeFirst()
  return row === undefined || row.payment_id === null ? null : { id: row.id, paymentId: row.payment_id }
}
