/** The customer's home at a glance: today, what comes, what needs a hand. */
import type { VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import { type HomeVisit, newsOf, nextVisitOf } from '#domain/today/order-home.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { readMovedDays } from '../holidays/read-moved-days.ts'
import { countWaitingJobs } from '../jobs/job-queries.ts'
import { countJobs } from '../jobs/queries.ts'
import { type CustomerScope, seesAccountMoney } from '../scope.ts'
import { listVisits, type VisitRow } from '../visits/queries.ts'
import { toCards } from '../visits/read-visits.ts'
import { countProperties, findCard, listDeclinedPayments, listOpenActs } from './queries.ts'

const TODAY_SHOWN = 50

const COMING_SHOWN = 20

const COMING_DAYS = 28
const DECLINED_SHOWN = 5

export async function readSummary(app: App, scope: CustomerScope) {
  const { db } = app
  const now = app.ports.clock.now()
  const today = dateAt(now, scope.timeZone)
  const open = ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'] as const
  const byTime = { sort: 'time', isDescending: false } as const
  const [todayRows, comingRows] = await Promise.all([
    listVisits(db, scope, { from: today, to: today }, { ...byTime, limit: TODAY_SHOWN }),
    listVisits(
      db,
      scope,
      { from: addDays(today, 1), to: addDays(today, COMING_DAYS), states: open },
      { ...byTime, limit: COMING_SHOWN },
    ),
  ])
  const acts = await listOpenActs(
    db,
    [...todayRows, ...comingRows].map(({ id }) => id),
    now,
  )
  const movedDays = await readMovedDays(db, scope, today)
  const facts = toFacts([...todayRows, ...comingRows], acts, now)
  const expectedOf = new Map(facts.map((visit) => [visit.id, visit.expectedAt]))
  return {
    today,
    todayVisits: await toCards(
      db,
      scope.marketId,
      todayRows.filter((row) => row.state !== 'cancelled'),
    ),
    comingVisits: await toCards(db, scope.marketId, comingRows),
    news: newsOf(facts, { today, now }).map((news) => ({
      ...news,
      expectedAt: expectedOf.get(news.visitId) ?? null,
    })),
    nextVisitId: nextVisitOf(facts),
    ...(movedDays.length > 0 && { movedDays }),
    propertyCount: await countProperties(db, scope),
    weeklyJobCount: await countJobs(db, scope, { states: ['active', 'paused'] }),
    waitingJobCount: await countWaitingJobs(db, scope),
    alerts: seesAccountMoney(scope)
      ? [...(await cardAlerts(db, scope, now)), ...(await paymentAlerts(db, scope))]
      : [],
  }
}

/** An estimate is one of the day on which it was made. */
function toFacts(
  rows: readonly VisitRow[],
  acts: Awaited<ReturnType<typeof listOpenActs>>,
  now: Instant,
): HomeVisit<VisitId>[] {
  const actOf = new Map(acts.map((act) => [act.id, act]))
  return rows.map((row) => {
    const act = actOf.get(row.id)
    const expectedAt = act?.expected_at ?? null
    const isOfToday = dateAt(now, row.time_zone) === row.date
    return {
      id: row.id,
      date: row.date,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      state: row.state,
      isMovedByOthers: row.moved_by === 'pushed',
      expectedAt:
        isOfToday && expectedAt !== null && dateAt(expectedAt, row.time_zone) === row.date
          ? expectedAt
          : null,
      isDoorShut: act?.is_door_shut ?? false,
      hasQuestion: act?.has_question ?? false,
    }
  })
}

async function cardAlerts(db: Db, scope: CustomerScope, now: Instant) {
  const card = await findCard(db, scope)
  if (card === undefined) return [{ kind: 'no_card' as const }]
  const month = dateAt(now, scope.timeZone).slice(0, 7)
  const lastMonth = `${card.expires_year}-${String(card.expires_month).padStart(2, '0')}`
  return lastMonth < month ? [{ kind: 'card_expired' as const, last4: card.last4 }] : []
}

async function paymentAlerts(db: Db, scope: CustomerScope) {
  const rows = await listDeclinedPayments(db, scope, DECLINED_SHOWN)
  return rows.map((row) => ({
    kind: 'payment_declined' as const,
    paymentId: row.id,
    amountCents: cents(row.total_cents),
    paused: row.next_attempt_at === null,
  }))
}
