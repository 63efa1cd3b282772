/** A plan as a difference to what is: what it costs and brings, who gets what, and what stays open and why. */
import type { DispatchPlanId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { laneKey, describePlanStops, type PlanStop } from './describe-plan-stops.ts'
import { findPlan, listPlanLanes, listPlanVisits } from './plan-queries.ts'

const SHOWN_OPEN = 100
const SHOWN_LANES = 300

export async function readPlan(db: Db, scope: OperatorScope, planId: DispatchPlanId, now: Instant) {
  const plan = await findPlan(db, planId)
  if (plan === undefined || plan.market_id !== scope.marketId) throw new Refused('not_found')
  const [lanes, visits] = [await listPlanLanes(db, planId), await listPlanVisits(db, planId)]
  const sum = (of: (lane: (typeof lanes)[number]) => number) => lanes.reduce((all, lane) => all + of(lane), 0)
  const changed = visits.filter((row) => row.crew_id !== row.was_crew_id)
  const open = visits.filter((row) => row.why_open !== null)
  const stops = describePlanStops(lanes, visits)
  const stopsOf = (lane: (typeof lanes)[number]) => stops.get(laneKey(lane.crew_id, lane.date)) ?? []
  return {
    id: plan.id,
    state: plan.state,
    progress: plan.progress,
    from: plan.from_date,
    to: plan.to_date,
    before: {
      open: visits.filter((row) => row.was_crew_id === null && isOpen(row.was_state)).length,
      feet: sum((lane) => lane.feet_before),
      minutes: sum((lane) => lane.minutes_before),
      payCents: cents(sum((lane) => lane.pay_before_cents)),
    },
    after: {
      open: open.length,
      feet: sum((lane) => lane.feet),
      minutes: sum((lane) => lane.minutes),
      payCents: cents(sum((lane) => lane.pay_cents)),
    },
    changedCount: changed.length,
    lanes: lanes
      .filter((lane) => isChanged(lane, stopsOf(lane)))
      .slice(0, SHOWN_LANES)
      .map((lane) => ({
        crewId: lane.crew_id,
        crewName: lane.crew_name,
        date: lane.date,
        before: {
          stops: lane.stops_before,
          feet: lane.feet_before,
          minutes: lane.minutes_before,
          payCents: cents(lane.pay_before_cents),
        },
        after: { stops: lane.stops, feet: lane.feet, minutes: lane.minutes, payCents: cents(lane.pay_cents) },
        stops: stopsOf(lane),
      })),
    open: open.slice(0, SHOWN_OPEN).map((row) => ({
      visitId: row.visit_id,
      placeName: row.place_name,
      serviceKey: row.service_key,
      date: row.date,
      why: row.why_open!,
    })),
    canUndo: plan.state === 'applied' && plan.undo_until !== null && now < plan.undo_until,
    undoUntil: plan.undo_until,
  }
}

function isOpen(state: string): boolean {
  return state === 'scheduled' || state === 'reopened'
}

function isChanged(
  lane: Awaited<ReturnType<typeof listPlanLanes>>[number],
  stops: readonly PlanStop[],
): boolean {
  return (
    stops.some(({ place, wasPlace }) => place !== wasPlace) ||
    lane.stops !== lane.stops_before ||
    lane.feet !== lane.feet_before ||
    lane.minutes !== lane.minutes_before ||
    lane.pay_cents !== lane.pay_before_cents
  )
}
