/** Things that wait for operators, as rows: so many of each queue, in a market of which there is nothing else. */
import { QUEUES, type Queue } from '#contract/queue-kinds.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DAY_MS, DEFAULT_TIME_ZONE, dateAt, HOUR_MS, instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toTimestamp } from '#server/db/client.ts'
import { sealAddress } from '#server/feeds/hash-address.ts'
import { insertFeed, updateFeed } from '#server/feeds/queries.ts'
import { saveSource } from '#server/stays/source-queries.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty } from './build.ts'
import { buildCompletedVisit } from './build-money.ts'
import { type BuiltJob, buildVisit, buildWeeklyJob } from './build-work.ts'

type Ground = {
  readonly app: App
  readonly customerId: UserId
  readonly crewId: UserId
  /** Each visit has a job of its own, so that two may be on one day. */
  readonly newJob: () => Promise<BuiltJob>
  readonly marketId: string
}

export async function plantQueues(
  app: App,
  marketId: string,
  counts: Partial<Readonly<Record<Queue, number>>>,
): Promise<void> {
  const customer = await buildCustomer(app, { name: 'Dana Whitfield' })
  const crew = await buildCrew(app, { name: 'Nia Crew' })
  await app.db
    .updateTable('users')
    .set({ market_id: marketId })
    .where('id', 'in', [customer.userId, crew.userId])
    .execute()
  const ground: Ground = {
    app,
    customerId: customer.userId,
    crewId: crew.userId,
    newJob: () => buildWeeklyJob(app, { customerId: customer.userId, name: 'Maple House' }),
    marketId,
  }
  for (const kind of QUEUES)
    for (let index = 0; index < (counts[kind] ?? 0); index++) await PLANTS[kind](ground, index)
}

const PLANTS: Readonly<Record<Queue, (ground: Ground, index: number) => Promise<unknown>>> = {
  late: async ({ app, crewId, newJob }) =>
    buildVisit(app, await newJob(), { crewId, state: 'confirmed', date: dayFrom(app, -1) }),
  unassigned: async ({ app, newJob }, index) =>
    buildVisit(app, await newJob(), { date: dayFrom(app, 1 + (index % 6)) }),
  unconfirmed: async ({ app, crewId, newJob }) =>
    buildVisit(app, await newJob(), { crewId, date: dayFrom(app, 1) }),
  missed: async ({ app, newJob }) =>
    buildVisit(app, await newJob(), { state: 'missed', date: dayFrom(app, -3) }),
  flagged: async (ground) => {
    const { visitId } = await complete(ground)
    await ground.app.db.updateTable('visit').set({ is_flagged: true }).where('id', '=', visitId).execute()
  },
  disputes: async (ground) => {
    const { app, customerId, crewId } = ground
    const { visitId } = await complete(ground)
    await app.db
      .insertInto('dispute')
      .values({
        visit_id: visitId,
        customer_id: customerId,
        crew_id: crewId,
        problem: 'not_done',
        note: 'The bins stood there all day.',
        state: 'open',
        opened_at: toTimestamp(before(app, HOUR_MS)),
      })
      .execute()
  },
  approvals: async (ground, index) => {
    const { app, customerId, marketId } = ground
    const asker = await buildOperator(app, { name: 'Ola Asks' })
    await app.db
      .insertInto('approval')
      .values({
        kind: 'refund',
        market_id: marketId,
        customer_id: customerId,
        payment_id: await declinedPayment(ground, 200 + index, 'paid'),
        amount_cents: cents(2_000),
        reason: 'Nobody came for weeks',
        asked_by: asker.userId,
        asked_at: toTimestamp(before(app, HOUR_MS)),
        expires_at: toTimestamp(before(app, -DAY_MS)),
      })
      .execute()
  },
  late_reports: async ({ app, crewId, newJob }) => {
    const visitId = await buildVisit(app, await newJob(), { date: dayFrom(app, -2), state: 'cancelled' })
    await app.db
      .insertInto('late_completion')
      .values({
        visit_id: visitId,
        crew_id: crewId,
        reason: 'cancelled',
        done_at: toTimestamp(before(app, 2 * HOUR_MS)),
        received_at: toTimestamp(before(app, HOUR_MS)),
        changed_at: toTimestamp(before(app, 3 * HOUR_MS)),
        changed_by: 'customer',
      })
      .execute()
  },
  silent_feeds: async ({ app, customerId }, index) => {
    const propertyId = await buildProperty(app, customerId, { name: `Cabin ${index + 1}` })
    const source = { propertyId, kind: 'feed', platform: 'vrbo', externalRef: `planted ${index}` } as const
    const sourceId = await saveSource(app.db, { ...source, now: before(app, 9 * DAY_MS) })
    const sealedAddress = sealAddress(app.config, sourceId, `https://www.vrbo.com/${index}.ics`)
    await insertFeed(app.db, {
      sourceId,
      sealedAddress,
      host: 'www.vrbo.com',
      ending: '7731',
      now: before(app, -HOUR_MS),
    })
    await updateFeed(app.db, sourceId, {
      fault: 'not_there',
      failures: 4,
      silent_since: toTimestamp(before(app, 2 * HOUR_MS)),
    })
  },
  declined: (ground, index) => declinedPayment(ground, index),
  failed_payouts: ({ app, crewId }) =>
    app.db
      .insertInto('payout')
      .values({
        crew_id: crewId,
        period_start: dayFrom(app, -14),
        period_end: dayFrom(app, -8),
        state: 'failed',
        amount_cents: cents(4_200),
        provider_account_id: 'acct_gone',
        failure: 'account_closed',
        created_at: toTimestamp(before(app, 2 * DAY_MS)),
      })
      .execute(),
  chargebacks: async (ground, index) => {
    const paymentId = await declinedPayment(ground, 100 + index, 'paid')
    await ground.app.db
      .insertInto('chargeback')
      .values({
        provider_chargeback_id: `dp_${paymentId}`,
        payment_id: paymentId,
        provider_intent_id: `pi_${paymentId}`,
        amount_cents: cents(2_000),
        state: 'needs_evidence',
        reason: 'fraudulent',
        evidence_due_at: toTimestamp(before(ground.app, -5 * DAY_MS)),
        opened_at: toTimestamp(before(ground.app, DAY_MS)),
      })
      .execute()
  },
  differences: async ({ app, marketId }, index) => {
    const at = toTimestamp(before(app, HOUR_MS))
    const run = await app.db
      .insertInto('reconcile_run')
      .values({
        kind: 'nightly',
        state: 'finished',
        started_at: at,
        finished_at: at,
        since: at,
        after_journal: 0,
        last_journal: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('reconcile_difference')
      .values({
        check_name: 'completed visits',
        subject_kind: 'visit',
        subject: `${marketId}-${index}`,
        market_id: marketId,
        sentence: 'A visit that no journal books.',
        ours_cents: cents(2_000),
        first_seen_at: at,
        last_seen_at: at,
        last_run_id: run.id,
      })
      .execute()
  },
  referrals: async ({ app, marketId, customerId }) => {
    const brought = await buildCustomer(app, { name: 'Rosa Alvarez' })
    await app.db
      .insertInto('referral_review')
      .values({
        brought_id: brought.userId,
        sponsor_id: customerId,
        market_id: marketId,
        state: 'parked',
        reasons: ['sponsor_shares_device'],
        found_at: toTimestamp(before(app, DAY_MS)),
      })
      .execute()
  },
  parked: async ({ app, marketId }, index) => {
    const now = before(app, HOUR_MS)
    await enqueue(app.db, 'clear_drafts', { marketId, at: now }, { now, dedupeKey: `planted ${index}` })
    await app.db
      .updateTable('task')
      .set({ parked_at: toTimestamp(now), attempts: 20, last_error: 'the disk was full' })
      .where('dedupe_key', '=', `planted ${index}`)
      .execute()
  },
}

async function complete({ app, crewId, newJob }: Ground) {
  return buildCompletedVisit(app, {
    job: await newJob(),
    crewId,
    completedAt: before(app, 20 * HOUR_MS),
    date: dayFrom(app, -1),
  })
}

async function declinedPayment(
  { app, customerId }: Ground,
  index: number,
  state: 'declined' | 'paid' = 'declined',
) {
  const monday = addDays(dayFrom(app, -7), -7 * index)
  const row = await app.db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      period_start: monday,
      period_end: addDays(monday, 6),
      state,
      subtotal_cents: cents(2_000),
      total_cents: cents(2_000),
      first_failed_at: state === 'paid' ? null : toTimestamp(before(app, 2 * DAY_MS)),
      last_decline: state === 'paid' ? null : 'insufficient_funds',
      next_attempt_at: state === 'paid' ? null : toTimestamp(before(app, -DAY_MS)),
      paid_at: state === 'paid' ? toTimestamp(before(app, 2 * DAY_MS)) : null,
      created_at: toTimestamp(before(app, 3 * DAY_MS)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const before = (app: App, ms: number) => instant(app.ports.clock.now() - ms)

const dayFrom = (app: App, days: number) => addDays(dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE), days)
