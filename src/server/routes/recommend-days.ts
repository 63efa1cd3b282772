import { availableParallelism } from 'node:os'
import { selectCandidates } from '#domain/routing/candidates.ts'
import { DEFAULT_RECOMMEND_SETTINGS } from '#domain/routing/recommend.ts'
import type { OpenStop, RecommendedRoute, RoutingCrew } from '#domain/routing/recommend.types.ts'
import type { Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { ThreadFailed } from '../threads/ask-threads.ts'
import { createRoutingSolver, type RoutingSolver, type SolverBudget } from './solve-routing.ts'

export type DayToFill = {
  readonly weekday: Weekday
  readonly crew: RoutingCrew
  readonly openStops: readonly OpenStop[]
  readonly assignedStops: readonly OpenStop[]
}

export type FilledDay = { readonly weekday: Weekday; readonly routes: readonly RecommendedRoute[] }

/**
 * Per route: the same question gets the same answer, so that the route on the screen is the one that is taken. The
 * time is a guard for a machine that is drowning; it is not reached on one that is merely busy.
 */
const BUDGET: SolverBudget = { seed: 1, iterations: 500, budgetMs: 1_000 }

/** One for the process: its threads start when first needed and end with it. */
let solver: RoutingSolver | undefined

/** The best routes of each weekday, best first. A search that fails leaves its day without routes, not the crew without jobs. */
export function recommendDays(app: App, days: readonly DayToFill[]): Promise<FilledDay[]> {
  return Promise.all(
    days.map(async (day) => ({
      weekday: day.weekday,
      routes: day.openStops.length === 0 ? [] : await recommendDay(app, day),
    })),
  )
}

async function recommendDay(app: App, day: DayToFill): Promise<readonly RecommendedRoute[]> {
  const settings = DEFAULT_RECOMMEND_SETTINGS
  const candidates = selectCandidates({ ...day, settings, budget: BUDGET })
  const table = await app.ports.matrix.table(candidates.places)
  const matrix = { ...table, nodeCount: candidates.places.length }
  // The days of one request are searched side by side, while this thread has nothing to do but wait for them.
  solver ??= createRoutingSolver({ threads: availableParallelism() })
  try {
    return await solver.recommend({ candidates, matrix, settings, budget: BUDGET })
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    app.log.error({ err: error, code: 'routing_failed', weekday: day.weekday }, 'a search for routes failed')
    return []
  }
}
