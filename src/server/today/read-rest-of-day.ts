/** The rest of a crew's day: what is left, where the crew is, and the plan from now on. Asks the matrix, so it runs outside a transaction. */
import { isLatLng, type LatLng } from '#domain/geo.ts'
import { dateAt, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { EstimatedStop, PlanFromNow } from '#domain/today/plan.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import type { CrewScope } from '../scope.ts'
import { type CrewVisitRow, findBase, visitsOfDay } from '../work/queries.ts'
import { findStartedAt } from './queries.ts'

const LEFT: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

export type Whereabouts = { readonly lat?: number | undefined; readonly lng?: number | undefined }

export type RestOfDay = {
  /** In the present sequence, without the one that is being worked on. */
  readonly rows: readonly CrewVisitRow[]
  readonly plan: PlanFromNow
}

/** `delayMinutes` is how much longer the crew needs where it is. */
export async function readRestOfDay(
  app: App,
  scope: CrewScope,
  input: { readonly at: Whereabouts; readonly delayMinutes: number; readonly now: Instant },
): Promise<RestOfDay> {
  const { now } = input
  const day = await visitsOfDay(app.db, scope, dateAt(now, scope.timeZone))
  const busy = day.find((row) => row.state === 'in_progress')
  const left = day.filter((row) => LEFT.includes(row.state))
  // Whom the crew drives to already comes first.
  const rows = [
    ...left.filter((row) => row.state === 'en_route'),
    ...left.filter((row) => row.state !== 'en_route'),
  ]
  const [base, begun] = [await findBase(app.db, scope), busy && (await findStartedAt(app.db, busy.id))]
  const here = pointOf(input.at) ?? busy ?? lastDone(day) ?? base ?? rows[0] ?? null
  const table =
    here === null || rows.length === 0
      ? { seconds: new Float64Array(0), feet: new Float64Array(0) }
      : await app.ports.matrix.table([here, ...rows, base ?? here].map(({ lat, lng }) => ({ lat, lng })))
  return {
    rows,
    plan: {
      leavesAt: instant(freeAt(busy, begun ?? null, now) + input.delayMinutes * MINUTE_MS),
      stops: rows.map((row) => ({
        opensAt: row.starts_at,
        closesAt: row.ends_at,
        serviceSeconds: minutesOf(row) * 60,
      })),
      matrix: { ...table, nodeCount: rows.length === 0 ? 0 : rows.length + 2 },
      isFirstFixed: rows[0]?.state === 'en_route',
    },
  }
}

export function toEstimates(rest: RestOfDay, estimates: readonly EstimatedStop[]) {
  return estimates.map(({ stop, beginsAt, isLate }) => ({
    visitId: rest.rows[stop]!.id,
    customerId: rest.rows[stop]!.customer_id,
    expectedAt: beginsAt,
    isLate,
  }))
}

function pointOf({ lat, lng }: Whereabouts): LatLng | null {
  const point = { lat, lng }
  return isLatLng(point) ? point : null
}

function lastDone(day: readonly CrewVisitRow[]): CrewVisitRow | undefined {
  return day.filter((row) => row.completed_at !== null).sort((a, b) => b.completed_at! - a.completed_at!)[0]
}

/** Work that takes longer than planned ends now, for all that is known. */
function freeAt(busy: CrewVisitRow | undefined, begun: Instant | null, now: Instant): number {
  if (busy === undefined || begun === null) return now
  return Math.max(now, begun + minutesOf(busy) * MINUTE_MS)
}

function minutesOf(row: CrewVisitRow): number {
  return visitMinutes({ minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }, row.quantity)
}
