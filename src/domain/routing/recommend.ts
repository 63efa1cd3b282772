import type {
  CandidateSet,
  MatrixFunction,
  RecommendedRoute,
  RecommendRequest,
  RecommendSettings,
} from './recommend.types.ts'
import type { DrivingMatrix, SearchBudget } from './types.ts'

/** 70 ¢ a mile is the IRS standard mileage rate of 2025; an hour at the wheel is valued at a modest wage. */
export const DEFAULT_RECOMMEND_SETTINGS: RecommendSettings = {
  routeCount: 3,
  candidateCount: 200,
  maxOverlap: 0.5,
  drivingCentsPerMile: 70,
  drivingCentsPerHour: 1_500,
}

/**
 * Several clearly different routes for one crew and weekday, best first (product §3, Recommended routes); empty when
 * nothing pays for its driving. Same request, same matrix: same answer, unless the budget has a clock.
 */
export function recommendRoutes(request: RecommendRequest, matrixOf: MatrixFunction): RecommendedRoute[] {
  const candidates = selectCandidates(request)
  return recommendFrom(candidates, matrixOf(candidates.places), request.settings, request.budget)
}

/** The open stops worth a closer look: cheap over thousands, so that only few need a matrix. */
export function selectCandidates(request: RecommendRequest): CandidateSet {
  const { crew, heldStops } = request
  return { crew, stops: heldStops, heldCount: heldStops.length, places: [crew.base], nodes: [] }
}

/** The search itself; `matrix` is that of `candidates.places`. */
export function recommendFrom(
  candidates: CandidateSet,
  matrix: DrivingMatrix,
  settings: RecommendSettings,
  budget: SearchBudget,
): RecommendedRoute[] {
  void [candidates, matrix, settings, budget]
  return []
}
