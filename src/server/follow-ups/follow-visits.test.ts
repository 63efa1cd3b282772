import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant } from '#domain/time.ts'
import { type FollowUp, TRANSITIONS, type Transition, type VisitState } from '#domain/visits/graph.ts'
import { type Actor, SYSTEM } from '#domain/visits/lifecycle.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import type { FollowUps } from '../follow-up.ts'
import { actorOf, applyOneTransition } from '../visits/apply-transition.ts'
import { visitFollowUps } from './follow-visits.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Row = readonly [
  Transition,
  from: VisitState,
  by: 'customer' | 'crew' | 'operator' | 'system',
  followUps: readonly FollowUp[],
]

/** Written down a second time and by hand, never read from the graph. The visit was ordered by itself. */
const WHAT_FOLLOWS: readonly Row[] = [
  ['assign', 'scheduled', 'operator', ['close_offers']],
  ['accept_offer', 'scheduled', 'crew', []],
  ['confirm', 'scheduled', 'crew', []],
  ['unconfirm', 'confirmed', 'crew', []],
  ['release', 'confirmed', 'crew', ['offer_visit', 'close_acts', 'close_trip', 'follow_stay']],
  ['lapse', 'scheduled', 'system', ['offer_visit']],
  ['start_travel', 'confirmed', 'crew', ['notify_of_trip']],
  ['start', 'en_route', 'crew', ['notify_of_trip', 'close_trip']],
  [
    'complete',
    'in_progress',
    'crew',
    ['capture_payment', 'ask_for_rating', 'close_acts', 'close_trip', 'follow_stay'],
  ],
  [
    'accept_late_completion',
    'missed',
    'operator',
    ['capture_payment', 'ask_for_rating', 'close_trip', 'follow_stay'],
  ],
  ['skip', 'scheduled', 'customer', ['close_offers', 'release_authorisation', 'close_trip']],
  ['unskip', 'skipped', 'customer', []],
  ['move', 'confirmed', 'operator', ['close_offers', 'close_trip']],
  ['cancel', 'confirmed', 'customer', ['close_offers', 'release_authorisation', 'close_acts', 'close_trip']],
  ['cancel', 'missed', 'operator', ['close_offers', 'release_authorisation', 'close_acts', 'close_trip']],
  ['reinstate', 'cancelled', 'customer', []],
  [
    'miss',
    'confirmed',
    'system',
    ['notify_of_missed', 'release_authorisation', 'close_acts', 'close_trip', 'follow_stay'],
  ],
  [
    'miss',
    'confirmed',
    'operator',
    ['notify_of_missed', 'release_authorisation', 'close_acts', 'close_trip', 'follow_stay'],
  ],
  [
    'cannot_access',
    'in_progress',
    'crew',
    ['close_acts', 'release_authorisation', 'close_trip', 'follow_stay'],
  ],
  [
    'leave_unsafe',
    'in_progress',
    'crew',
    ['close_acts', 'release_authorisation', 'close_trip', 'follow_stay'],
  ],
  ['reopen', 'completed', 'operator', []],
]

describe('a step of a visit calls exactly the consumers of what follows it', () => {
  test.each(WHAT_FOLLOWS)('%s of a %s visit by the %s', async (transition, from, by, expected) => {
    const { app } = testApp
    const called: FollowUp[] = []
    const crew = await buildCrew(app)
    const job = await buildWeeklyJob(app)
    const hasCrew = transition !== 'accept_offer' && transition !== 'assign'
    const visitId = await orderedVisit(job, from, hasCrew ? crew.userId : null)
    const now = instant(testApp.clock.now() + hoursLater(transition, by) * HOUR_MS)
    const actors: Record<Row[2], Actor> = {
      customer: { kind: 'customer', id: job.customerId, isFrozen: false },
      crew: actorOf(crew.scope, now),
      operator: { kind: 'operator', id: null, isFrozen: false },
      system: SYSTEM,
    }
    await applyOneTransition(app.db, {
      app: { followUps: recordInto(called, visitId) },
      transition,
      actor: actors[by],
      now,
      visitId,
      assigneeId: crew.userId,
    })
    expect([...called].sort()).toEqual([...expected].sort())
  })

  test('every step is in the table', () => {
    expect(new Set(WHAT_FOLLOWS.map(([transition]) => transition))).toEqual(new Set(TRANSITIONS))
  })

  test('a step that is refused calls nobody', async () => {
    const { app } = testApp
    const called: FollowUp[] = []
    const crew = await buildCrew(app)
    const visitId = await orderedVisit(await buildWeeklyJob(app), 'completed', crew.userId)
    const refused = applyOneTransition(app.db, {
      app: { followUps: recordInto(called, visitId) },
      transition: 'cancel',
      actor: SYSTEM,
      now: testApp.clock.now(),
      visitId,
    })
    await expect(refused).rejects.toMatchObject({ code: 'wrong_state' })
    expect(called).toEqual([])
  })
})

/** With what a finished visit has, so that it may be in any state. */
async function orderedVisit(
  job: Awaited<ReturnType<typeof buildWeeklyJob>>,
  state: VisitState,
  crewId: UserId | null,
): Promise<VisitId> {
  const { app, clock } = testApp
  const visitId = await buildVisit(app, job)
  const done = { completed_at: toTimestamp(clock.now()), price_cents: ZERO_CENTS, crew_pay_cents: ZERO_CENTS }
  await app.db
    .updateTable('visit')
    .set({ weekly_job_id: null, state, crew_id: crewId, ...done })
    .where('id', '=', visitId)
    .execute()
  return visitId
}

/** Missed by the system twelve hours after the day; taken back before the week is confirmed. */
function hoursLater(transition: Transition, by: string): number {
  if (transition === 'miss' && by === 'system') return 36
  return transition === 'unconfirm' ? (-7 * DAY_MS) / HOUR_MS : 0
}

function recordInto(called: FollowUp[], visitId: string): FollowUps {
  const names = Object.keys(visitFollowUps) as FollowUp[]
  const consumers = names.map((name) => [
    name,
    async (_db: unknown, steps: readonly { readonly visit: { readonly id: string } }[]) => {
      called.push(name)
      expect(steps.map(({ visit }) => visit.id)).toEqual([visitId])
    },
  ])
  return Object.fromEntries(consumers) as FollowUps
}
