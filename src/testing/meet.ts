/** Whom `hotCalls` asks for. */
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/client.ts'

export type Met = Awaited<ReturnType<typeof meet>>

/** One of each: a customer with years of visits, the crew of the latest, and what hangs on them. */
export async function meet(app: App, db: Db = app.db) {
  const visit = await db
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.customer_id')
    .where('users.market_id', '=', 'denver')
    .where('visit.state', '=', 'completed')
    .where('visit.property_id', 'in', (eb) =>
      eb
        .selectFrom('visit as next')
        .where('next.state', '=', 'scheduled')
        .where('next.crew_id', 'is not', null)
        .select('next.property_id'),
    )
    .where('visit.crew_id', 'in', (eb) => eb.selectFrom('payout').select('payout.crew_id'))
    .orderBy('visit.date', 'desc')
    .select([
      'visit.id',
      'visit.customer_id',
      'visit.property_id',
      'visit.weekly_job_id',
      'visit.crew_id',
      'visit.service_key',
    ])
    .executeTakeFirstOrThrow()
  const planned = await db
    .selectFrom('visit')
    .where('customer_id', '=', visit.customer_id)
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('crew_id', 'is not', null)
    .select('id')
    .executeTakeFirstOrThrow()
  const payment = await db
    .selectFrom('payment')
    .where('customer_id', '=', visit.customer_id)
    .select('id')
    .executeTakeFirstOrThrow()
  const payout = await db
    .selectFrom('payout')
    .where('crew_id', '=', visit.crew_id!)
    .select('id')
    .executeTakeFirstOrThrow()
  const dispute = await db
    .selectFrom('dispute')
    .innerJoin('users', 'users.id', 'dispute.customer_id')
    .where('users.market_id', '=', 'denver')
    .select('dispute.id')
    .executeTakeFirstOrThrow()
  return {
    customerId: visit.customer_id,
    crewId: visit.crew_id!,
    visitId: visit.id,
    plannedId: planned.id,
    placeId: visit.property_id,
    jobId: visit.weekly_job_id!,
    serviceKey: visit.service_key,
    paymentId: payment.id,
    payoutId: payout.id,
    disputeId: dispute.id,
  }
}
