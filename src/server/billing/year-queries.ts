import { localDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** A portfolio of a hundred places has some 40,000 visits a year. */
const MOST_ROWS = 100_000

/** By the year in which the week that is charged ended. */
export function findYearRows(db: Db, scope: CustomerScope, year: number) {
  return db
    .selectFrom('payment')
    .innerJoin('payment_line', 'payment_line.payment_id', 'payment.id')
    .leftJoin('visit', 'visit.id', 'payment_line.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('payment.customer_id', '=', scope.userId)
    .where('payment.kind', '<>', 'invoice_part')
    .where('payment.period_end', '>=', localDate(`${year}-01-01`))
    .where('payment.period_end', '<=', localDate(`${year}-12-31`))
    .orderBy('payment.period_start')
    .orderBy('visit.date', (order) => order.asc().nullsLast())
    .orderBy('payment_line.id')
    .limit(MOST_ROWS)
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
