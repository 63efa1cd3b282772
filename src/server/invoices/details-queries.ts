/** To whom a customer's papers are made out, and who else gets them: the one source of receipts and invoices. */
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

export type BillingDetails = {
  readonly companyName: string
  readonly billingAddress: string
  readonly taxNumber: string
  readonly poNumber: string
  readonly copiesTo: string[]
}

export const DETAILS = [
  'billing_details.company_name',
  'billing_details.billing_address',
  'billing_details.tax_number',
  'billing_details.po_number',
  'billing_details.copies_to',
] as const

type DetailsRow = {
  readonly company_name: string | null
  readonly billing_address: string | null
  readonly tax_number: string | null
  readonly po_number: string | null
  readonly copies_to: string[] | null
}

/** Nulls are of who named none yet. */
export function toDetails(row: DetailsRow | undefined): BillingDetails {
  return {
    companyName: row?.company_name ?? '',
    billingAddress: row?.billing_address ?? '',
    taxNumber: row?.tax_number ?? '',
    poNumber: row?.po_number ?? '',
    copiesTo: row?.copies_to ?? [],
  }
}

export async function detailsOf(db: Db, customerId: UserId): Promise<BillingDetails> {
  const row = await db
    .selectFrom('billing_details')
    .where('customer_id', '=', customerId)
    .select(DETAILS)
    .executeTakeFirst()
  return toDetails(row)
}

export async function saveDetails(db: Db, customerId: UserId, details: BillingDetails): Promise<void> {
  const columns = {
    company_name: details.companyName,
    billing_address: details.billingAddress,
    tax_number: details.taxNumber,
    po_number: details.poNumber,
    copies_to: [...details.copiesTo],
  }
  await db
    .insertInto('billing_details')
    .values({ customer_id: customerId, ...columns })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(columns))
    .execute()
}
