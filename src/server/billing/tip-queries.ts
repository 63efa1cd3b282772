/** Tips that stand on no payment yet: each becomes a line of the next bill, once (the database holds that). */
import type { TipId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

export type BilledTip = { readonly tipId: TipId; readonly amountCents: Cents; readonly description: string }

/** With the visits of the run, never before them. */
export async function unbilledTips(
  db: Db,
  customerIds: readonly UserId[],
  to: LocalDate,
): Promise<Map<string, BilledTip[]>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tip')
    .innerJoin('visit', 'visit.id', 'tip.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('tip.customer_id', 'in', [...customerIds])
    .where('visit.date', '<=', to)
    .where('tip.is_billed', '=', false)
    .orderBy('tip.given_at')
    .orderBy('tip.id')
    .select(['tip.id', 'tip.customer_id', 'tip.amount_cents', 'service.name_en', 'property.name'])
    .execute()
  return Map.groupBy(
    rows.map((row) => ({
      customerId: row.customer_id,
      tipId: row.id,
      amountCents: cents(row.amount_cents),
      description: `Tip: ${row.name_en} – ${row.name}`,
    })),
    (tip) => tip.customerId,
  )
}
