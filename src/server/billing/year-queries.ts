import type { PaymentId, UserId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

/** By the year in which the week that is charged ended, the first week first. */
export async function findPaymentsOfYear(db: Db, userId: UserId, year: number): Promise<PaymentId[]> {
  const rows = await db
    .selectFrom('payment')
    .where('customer_id', '=', userId)
    .where('kind', '<>', 'invoice_part')
    .where('period_end', '>=', localDate(`${year}-01-01`))
    .where('period_end', '<=', localDate(`${year}-12-31`))
    .orderBy('period_start')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** In the order of the payments, each by day. */
export function findLinesOf(db: Db, ids: readonly PaymentId[]) {
  return db
    .selectFrom('payment')
    .innerJoin('payment_line', 'payment_line.payment_id', 'payment.id')
    .leftJoin('visit', 'visit.id', 'payment_line.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('payment.id', 'in', ids)
    .orderBy('payment.period_start')
    .orderBy('payment.id')
    .orderBy('visit.date', (order) => order.asc().nullsLast())
    .orderBy('payment_line.id')
    .select([
      'payment.id',
      'payment.period_start',
      'payment.period_end',
      'payment.state',
      'payment.paid_at',
      'payment_line.kind',
      'payment_line.description',
      'payment_line.amount_cents',
      'visit.date',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
    ])
    .execute()
}
