/** What is known of a person, in the words of the product. Passwords, keys and what is known of others are no part of it. */
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { listMergedInto } from '../users/queries.ts'
import { MOST_ROWS, readSharing, readWishedCrews } from './others-queries.ts'

export async function readPersonalData(db: Db, userId: UserId) {
  return {
    account: await readAccount(db, userId),
    crew: await readCrew(db, userId),
    ...(await readPlaces(db, userId)),
    ...(await readWork(db, userId)),
    ...(await readMoney(db, userId)),
    ...(await readSaid(db, userId)),
    sharing: await readSharing(db, userId),
    wishedCrews: await readWishedCrews(db, userId),
  }
}

function readAccount(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select([
      'type',
      'name',
      'email',
      'phone',
      'locale',
      'time_zone',
      'address',
      'lat',
      'lng',
      'referral_code',
      'created_at',
    ])
    .executeTakeFirstOrThrow()
}

async function readCrew(db: Db, userId: UserId) {
  const profile = await db
    .selectFrom('crew_profile')
    .where('user_id', '=', userId)
    .select(['range_feet', 'services', 'vehicle'])
    .executeTakeFirst()
  if (profile === undefined) return null
  const hours = await db
    .selectFrom('crew_hours')
    .where('crew_id', '=', userId)
    .select(['weekday', 'starts', 'ends'])
    .execute()
  return { ...profile, hours }
}

async function readPlaces(db: Db, userId: UserId) {
  const properties = await db
    .selectFrom('property')
    .where('customer_id', '=', userId)
    .orderBy('id')
    .limit(MOST_ROWS)
    .select(['name', 'address', 'lat', 'lng', 'kind', 'access_notes', 'created_at', 'removed_at'])
    .execute()
  const complexes = await db
    .selectFrom('complex')
    .where('customer_id', '=', userId)
    .orderBy('id')
    .limit(MOST_ROWS)
    .select(['name', 'address', 'units', 'instructions', 'created_at'])
    .execute()
  const reportAddresses = await db
    .selectFrom('report_address')
    .innerJoin('complex', 'complex.id', 'report_address.complex_id')
    .where('complex.customer_id', '=', userId)
    .orderBy('report_address.asked_at')
    .limit(MOST_ROWS)
    .select([
      'complex.name',
      'report_address.email',
      'report_address.asked_at',
      'report_address.confirmed_at',
    ])
    .execute()
  const stays = await db
    .selectFrom('stay')
    .innerJoin('property', 'property.id', 'stay.property_id')
    .where('property.customer_id', '=', userId)
    .orderBy('stay.check_in')
    .orderBy('stay.id')
    .limit(MOST_ROWS)
    .select(['property.name', 'stay.kind', 'stay.state', 'stay.check_in', 'stay.check_out', 'stay.platform'])
    .execute()
  const hospitable = await db
    .selectFrom('hospitable_account')
    .where('customer_id', '=', userId)
    .orderBy('connected_at')
    .limit(MOST_ROWS)
    .select(['name', 'email', 'state', 'connected_at', 'ended_at'])
    .execute()
  const checklists = await db
    .selectFrom('place_checklist')
    .innerJoin('property', 'property.id', 'place_checklist.property_id')
    .where('property.customer_id', '=', userId)
    .orderBy('property_id')
    .limit(MOST_ROWS)
    .select(['property.name', 'service_key', 'items', 'saved_at', 'replaced_at'])
    .execute()
  return { properties, complexes, reportAddresses, stays, hospitable, checklists }
}

async function readWork(db: Db, userId: UserId) {
  const weeklyJobs = await db
    .selectFrom('weekly_job')
    .where('customer_id', '=', userId)
    .orderBy('id')
    .limit(MOST_ROWS)
    .select([
      'service_key',
      'weekdays',
      'rhythm',
      'quantity',
      'starts_on',
      'ends_on',
      'state',
      'notes',
      'created_at',
    ])
    .execute()
  const jobFilters = await db
    .selectFrom('job_filter')
    .leftJoin('share', 'share.id', 'job_filter.share_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('job_filter.customer_id', '=', userId), eb('job_filter.share_id', 'is', null)]),
        eb('share.helper_id', '=', userId),
      ]),
    )
    .orderBy('job_filter.name')
    .select(['job_filter.name', 'search', 'service_key', 'weekday', 'state', 'job_filter.created_at'])
    .execute()
  const orders = await db
    .selectFrom('on_demand_order')
    .where('customer_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select(['service_key', 'quantity', 'date', 'state', 'notes', 'total_cents', 'fee_cents', 'created_at'])
    .execute()
  const visits = await db
    .selectFrom('visit')
    .where((eb) => eb.or([eb('customer_id', '=', userId), eb('crew_id', '=', userId)]))
    .orderBy('date')
    .orderBy('id')
    .limit(MOST_ROWS)
    .select((eb) => [
      'date',
      'service_key',
      'quantity',
      'state',
      'started_at',
      'completed_at',
      // What the other side pays or gets is the other side's.
      eb.case().when('customer_id', '=', userId).then(eb.ref('price_cents')).end().as('price_cents'),
      eb.case().when('crew_id', '=', userId).then(eb.ref('crew_pay_cents')).end().as('pay_cents'),
    ])
    .execute()
  return { weeklyJobs, jobFilters, orders, visits }
}

async function readMoney(db: Db, userId: UserId) {
  const billing = await db
    .selectFrom('billing_details')
    .where('customer_id', '=', userId)
    .select(['company_name', 'billing_address', 'tax_number', 'po_number', 'copies_to'])
    .executeTakeFirst()
  const payments = await db
    .selectFrom('payment')
    .where('customer_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select([
      'period_start',
      'period_end',
      'state',
      'total_cents',
      'refunded_cents',
      'credit_cents',
      'paid_at',
    ])
    .execute()
  const methods = await db
    .selectFrom('payment_method')
    .where('user_id', '=', userId)
    .orderBy('kind')
    .select(['kind', 'brand', 'last4', 'expires_month', 'expires_year', 'pays_bills'])
    .execute()
  // What was paid to an account that was merged into this one stays there.
  const accounts = [userId, ...(await listMergedInto(db, userId)).map(({ id }) => id)]
  const earnings = await db
    .selectFrom('earning')
    .where('crew_id', 'in', accounts)
    .orderBy('earned_at')
    .limit(MOST_ROWS)
    .select(['kind', 'amount_cents', 'earned_at', 'available_at'])
    .execute()
  const payouts = await db
    .selectFrom('payout')
    .where('crew_id', 'in', accounts)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select(['period_start', 'period_end', 'state', 'amount_cents', 'fee_cents', 'paid_at'])
    .execute()
  return { billing: billing ?? null, payments, methods, earnings, payouts }
}

async function readSaid(db: Db, userId: UserId) {
  const messages = await db
    .selectFrom('visit_message')
    .where('sender_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select(['text', 'created_at'])
    .execute()
  const ratings = await db
    .selectFrom('rating')
    .where('customer_id', '=', userId)
    .where('side', '=', 'customer')
    .limit(MOST_ROWS)
    .select(['stars', 'note', 'given_at'])
    .execute()
  const complaints = await db
    .selectFrom('dispute')
    .where('customer_id', '=', userId)
    .orderBy('opened_at')
    .limit(MOST_ROWS)
    .select(['problem', 'note', 'state', 'opened_at'])
    .execute()
  const notices = await db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select(['title', 'text', 'created_at', 'read_at'])
    .execute()
  const agreements = await db
    .selectFrom('terms_acceptance')
    .where('user_id', '=', userId)
    .select(['page', 'version', 'accepted_at'])
    .execute()
  const sessions = await db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .select(['user_agent', 'created_at', 'last_seen_at'])
    .execute()
  const signIns = await db
    .selectFrom('sign_in')
    .where('user_id', '=', userId)
    .orderBy('at')
    .limit(MOST_ROWS)
    .select(['user_agent', 'at'])
    .execute()
  const passkeys = await db
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .select(['name', 'created_at', 'last_used_at'])
    .execute()
  return { messages, ratings, complaints, notices, agreements, sessions, signIns, passkeys }
}
