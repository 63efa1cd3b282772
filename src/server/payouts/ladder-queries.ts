/** A crew's newest pieces of work, each with where its money stands. */
import { isFrozen } from '#domain/access/frozen.ts'
import { cents } from '#domain/money.ts'
import { type PayoutShown, payProblemOf, payStepOf } from '#domain/payouts/ladder.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import type { CrewScope } from '../scope.ts'
import { tipperOf } from './queries.ts'

const SHOWN = 40

export async function readLadder(db: Db, scope: CrewScope, now: Instant) {
  const rows = await findRungs(db, scope)
  const account = await db
    .selectFrom('users')
    .leftJoin('payout_account', 'payout_account.user_id', 'users.id')
    .where('users.id', '=', scope.userId)
    .select(['payout_account.state', 'users.frozen_until'])
    .executeTakeFirstOrThrow()
  const standing = {
    state: account.state ?? ('none' as const),
    isFrozen: isFrozen({ frozenUntil: account.frozen_until }, now),
  }
  return rows.map((row) => {
    const payout: PayoutShown | null = row.state && {
      state: row.state,
      isDelayed: row.short_since !== null,
      isRefused: row.is_refused === true,
    }
    const step = payStepOf({ availableAt: row.available_at, payout }, now)
    return {
      id: row.id,
      kind: row.kind,
      visitId: row.visit_id,
      date: row.date ?? dateAt(row.earned_at, scope.timeZone),
      serviceName: nameIn(scope.locale, row),
      placeName: row.place_name,
      fromName: tipperOf(row),
      amountCents: cents(row.amount_cents),
      step,
      earnedAt: row.earned_at,
      availableAt: row.available_at,
      sentAt: row.sent_at,
      arrivesAt: row.arrives_at,
      inBankAt: row.paid_at,
      problem: payProblemOf(step, payout, standing),
    }
  })
}

function findRungs(db: Db, scope: CrewScope) {
  return db
    .selectFrom('earning')
    .leftJoin('payout', 'payout.id', 'earning.payout_id')
    .leftJoin('visit', 'visit.id', 'earning.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('earning.crew_id', '=', scope.userId)
    .orderBy('earning.earned_at', 'desc')
    .orderBy('earning.id')
    .limit(SHOWN)
    .select([
      'earning.id',
      'earning.kind',
      'earning.visit_id',
      'earning.amount_cents',
      'earning.earned_at',
      'earning.available_at',
      'payout.state',
      'payout.short_since',
      'payout.is_refused',
      'payout.sent_at',
      'payout.arrives_at',
      'payout.paid_at',
      'visit.date',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
      'customer.name as customer_name',
    ])
    .execute()
}
