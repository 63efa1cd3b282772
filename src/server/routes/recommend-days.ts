import { selectCandidates } from '#domain/routing/candidates.ts'
import { DEFAULT_RECOMMEND_SETTINGS, recommendFrom } from '#domain/routing/recommend.ts'
import type { OpenStop, RecommendedRoute, RoutingCrew } from '#domain/routing/recommend.types.ts'
import type { SearchBudget } from '#domain/routing/types.ts'
import type { Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'

export type DayToFill = {
  readonly weekday: Weekday
  readonly crew: RoutingCrew
  readonly openStops: readonly OpenStop[]
  readonly heldStops: readonly OpenStop[]
}

export type FilledDay = { readonly weekday: Weekday; readonly routes: readonly RecommendedRoute[] }

/** Per route: the same question gets the same answer, so that the route on the screen is the one that is taken. */
const BUDGET: SearchBudget = { seed: 1, iterations: 400 }

/** The best routes of each weekday, best first. */
export function recommendDays(app: App, days: readonly DayToFill[]): Promise<FilledDay[]> {
  return Promise.all(
    days.map(async ({ weekday, ...day }) => {
      if (day.openStops.length === 0) return { weekday, routes: [] }
      const settings = DEFAULT_RECOMMEND_SETTINGS
      const candidates = selectCandidates({ ...day, settings, budget: BUDGET })
      const table = await app.ports.matrix.table(candidates.places)
      const matrix = { ...table, nodeCount: candidates.places.length }
      return { weekday, routes: recommendFrom(candidates, matrix, settings, BUDGET) }
    }),
  )
}
