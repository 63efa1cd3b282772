/** Whose history is asked for: whether it is of the operator's market, and whose clock it is told by. */
import type { ComplexId, PaymentId, PayoutId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope, UserType } from '../scope.ts'

export function findPerson(db: Db, { marketId }: OperatorScope, id: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('market_id', '=', marketId)
    .select(['id', 'type', 'time_zone'])
    .$narrowType<{ type: UserType }>()
    .executeTakeFirst()
}

/** A place, or the place that a complex is; one that was removed is found. */
export function findPlace(
  db: Db,
  { marketId }: OperatorScope,
  asked: { readonly id: PropertyId } | { readonly complexId: ComplexId },
) {
  return db
    .selectFrom('property')
    .innerJoin('users as customer', 'customer.id', 'property.customer_id')
    .where((eb) =>
      'id' in asked ? eb('property.id', '=', asked.id) : eb('property.complex_id', '=', asked.complexId),
    )
    .where('customer.market_id', '=', marketId)
    .select(['property.id', 'property.complex_id', 'property.time_zone'])
    .executeTakeFirst()
}

export function findJob(db: Db, { marketId }: OperatorScope, id: WeeklyJobId) {
  return db
    .selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .innerJoin('users as customer', 'customer.id', 'weekly_job.customer_id')
    .where('weekly_job.id', '=', id)
    .where('customer.market_id', '=', marketId)
    .select(['weekly_job.id', 'property.time_zone'])
    .executeTakeFirst()
}

export function findVisit(db: Db, { marketId }: OperatorScope, id: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('visit.id', '=', id)
    .where('customer.market_id', '=', marketId)
    .select(['visit.id', 'property.time_zone'])
    .executeTakeFirst()
}

/** On its customer's clock, as a bill may be of many places. */
export function findPayment(db: Db, { marketId }: OperatorScope, id: PaymentId) {
  return db
    .selectFrom('payment')
    .innerJoin('users as customer', 'customer.id', 'payment.customer_id')
    .where('payment.id', '=', id)
    .where('customer.market_id', '=', marketId)
    .select(['payment.id', 'customer.time_zone'])
    .executeTakeFirst()
}

export function findPayout(db: Db, { marketId }: OperatorScope, id: PayoutId) {
  return db
    .selectFrom('payout')
    .innerJoin('users as payee', 'payee.id', 'payout.crew_id')
    .where('payout.id', '=', id)
    .where('payee.market_id', '=', marketId)
    .select(['payout.id', 'payee.time_zone'])
    .executeTakeFirst()
}
