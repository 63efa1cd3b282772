/**
 * Planning a day or a week of a market in the background: the routing engine is asked day by day, side by side of the city
 * where it is large, and what it proposes is kept beside what was. Nothing is moved by it.
 */
import { availableParallelism } from 'node:os'
import { type Board, boardOf } from '#domain/dispatch/board.ts'
import { type DrivenLane, driveLane } from '#domain/dispatch/lane.ts'
import { answerOfDay, type DayPart, partsOfDay, placesOf, problemOfDay } from '#domain/dispatch/plan-day.ts'
import type { DispatchPlanId, UserId, VisitId } from '#domain/ids.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import { type Instant, type LocalDate, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { createRoutingSolver, type RoutingSolver, type SolverBudget } from '../routes/solve-routing.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import {
  findPlan,
  insertPlan,
  insertPlannedLanes,
  insertPlannedVisits,
  type LaneSums,
  lockPlan,
  markPlan,
  type PlannedLane,
  type PlannedStop,
  saveProgress,
} from './plan-queries.ts'
import { listVisits, MOST_VISITS, type OfMarket, type Span } from './queries.ts'
import { describeVisits, readCrews, type Asked, datesOf, spanOfMarket } from './read-dispatch.ts'

/** For each part of a day; the time is a guard for a machine that is drowning. */
const BUDGET: SolverBudget = { seed: 1, iterations: 3_000, budgetMs: 20_000 }

let solver: RoutingSolver | undefined

export async function planMarket(app: App, scope: OperatorScope, asked: Asked) {
  const now = app.ports.clock.now()
  const span = await spanOfMarket(app.db, scope, asked, now)
  return inTransaction(app.db, async (db) => {
    const planId = await insertPlan(db, scope, span, now)
    await enqueue(db, 'plan_dispatch', { planId }, { now })
    return { planId }
  })
}

type Crew = Awaited<ReturnType<typeof readCrews>>[number]
type Visit = ReturnType<typeof toStop>
type Planned = { readonly lanes: Map<string, readonly string[]>; readonly open: Map<string, string> }

/** The task. Done again after a crash it plans anew. */
export async function runPlan(app: App, planId: DispatchPlanId): Promise<void> {
  const plan = await findPlan(app.db, planId)
  if (plan === undefined || plan.state !== 'solving') return
  const now = app.ports.clock.now()
  const span = { from: plan.from_date, to: plan.to_date }
  const board = await readBoard(app.db, { marketId: plan.market_id }, span, now)
  const parts = datesOf(span).flatMap((date) => partsOfDay(board, date, now))
  const planned: Planned = { lanes: new Map(), open: new Map() }
  for (const [index, part] of parts.entries()) {
    await planPart(app, board, part, { planned, now })
    await saveProgress(app.db, planId, Math.round((99 * (index + 1)) / parts.length))
  }
  await inTransaction(app.db, async (db) => {
    const { state } = await lockPlan(db, planId)
    if (state !== 'solving') return
    await insertPlannedVisits(db, planId, stopsOf(board, planned))
    await insertPlannedLanes(db, planId, lanesOf(board, planned, datesOf(span), now))
    await markPlan(db, planId, { state: 'ready' })
  })
}

async function readBoard(db: Db, market: OfMarket, span: Span, now: Instant): Promise<Board<Crew, Visit>> {
  const rows = await listVisits(db, market, span)
  const visits = (await describeVisits(db, market, rows.slice(0, MOST_VISITS))).map(toStop)
  const zone = await marketZone(db, market)
  return boardOf({ crews: await readCrews(db, market, span, now), visits, zone }, now)
}

function toStop(visit: Awaited<ReturnType<typeof describeVisits>>[number]) {
  const { timeZone, startsAt, endsAt, minutes, lat, lng, ...rest } = visit
  return {
    ...rest,
    zone: timeZone,
    place: { lat, lng },
    opensAt: startsAt,
    closesAt: endsAt,
    serviceMinutes: minutes,
  }
}

async function planPart(
  app: App,
  board: Board<Crew, Visit>,
  part: DayPart<Crew, Visit>,
  { planned, now }: { planned: Planned; now: Instant },
): Promise<void> {
  const question = { board, part, now, drive: greatCircleDrive }
  if (part.visits.length === 0) return
  const places = placesOf(question)
  const empty = { routes: part.crews.map(() => []), absentStops: [...part.visits.keys()] }
  const table = part.crews.length === 0 ? null : await app.ports.matrix.table(places)
  solver ??= createRoutingSolver({ threads: Math.max(1, availableParallelism() - 1) })
  const answer =
    table === null
      ? empty
      : await solver.solve(problemOfDay(question, { ...table, nodeCount: places.length }), BUDGET)
  const { lanes, open } = answerOfDay(question, answer)
  for (const [crewId, ids] of lanes) planned.lanes.set(`${crewId}|${part.date}`, ids)
  for (const [id, why] of open) planned.open.set(id, why)
}

/** A lane as it would be: what is under way or done first, as it is. */
function laneAfter(
  board: Board<Crew, Visit>,
  planned: Planned,
  crewId: string,
  date: LocalDate,
): readonly Visit[] {
  const ids = planned.lanes.get(`${crewId}|${date}`)
  const before = board.row(crewId, date)
  if (ids === undefined) return before.filter(({ id }) => !isElsewhere(planned, id, crewId, date))
  const movable = new Set(ids)
  const staying = before.filter(({ id }) => !movable.has(id) && !isElsewhere(planned, id, crewId, date))
  return [...staying, ...ids.map((id) => board.visits.get(id)!)]
}

function isElsewhere({ lanes, open }: Planned, id: string, crewId: string, date: LocalDate): boolean {
  if (open.has(id)) return true
  for (const [key, ids] of lanes)
    if (key !== `${crewId}|${date}` && key.endsWith(date) && ids.includes(id)) return true
  return false
}

function stopsOf(board: Board<Crew, Visit>, planned: Planned): PlannedStop[] {
  const found = new Map<VisitId, PlannedStop>()
  const dates = new Set([...board.visits.values()].map(({ date }) => date))
  for (const crew of board.crews)
    for (const date of dates)
      for (const [index, visit] of laneAfter(board, planned, crew.id, date).entries())
        found.set(visit.id, { visitId: visit.id, crewId: crew.id, position: index + 1, whyOpen: null })
  for (const visit of board.visits.values())
    if (!found.has(visit.id)) {
      const whyOpen = planned.open.get(visit.id) ?? null
      const crewId = whyOpen === null ? visit.crewId : null
      found.set(visit.id, { visitId: visit.id, crewId, position: visit.position, whyOpen })
    }
  return [...found.values()]
}

function lanesOf(
  board: Board<Crew, Visit>,
  planned: Planned,
  dates: readonly LocalDate[],
  now: Instant,
): PlannedLane[] {
  return board.crews.flatMap((crew) =>
    dates.flatMap((date) => {
      const [before, after] = [board.row(crew.id, date), laneAfter(board, planned, crew.id, date)]
      if (before.length + after.length === 0) return []
      const sums = (row: readonly Visit[]) =>
        sumsOf(driveLane(board.day(crew, date), row, greatCircleDrive, now))
      return [{ crewId: crew.id satisfies UserId, date, before: sums(before), after: sums(after) }]
    }),
  )
}

function sumsOf(lane: DrivenLane): LaneSums {
  const minutes = lane.leavesAt === null ? 0 : (lane.backAt! - lane.leavesAt) / MINUTE_MS
  return { stops: lane.stops.length, feet: lane.drivingFeet, minutes, payCents: lane.payCents }
}
