/** The routing engine off the event loop. */
import { availableParallelism } from 'node:os'
import type { CandidateSet, RecommendedRoute, RecommendSettings } from '#domain/routing/recommend.types.ts'
import type { DrivingMatrix, RoutingAnswer, RoutingProblem, SearchBudget } from '#domain/routing/types.ts'
import { ThreadFailed, Threads } from '../threads/ask-threads.ts'

/** Without `budgetMs` the same question always gets the same answer. */
export type SolverBudget = Pick<SearchBudget, 'seed' | 'iterations'> & { readonly budgetMs?: number }

type RecommendQuestion = {
  readonly candidates: CandidateSet
  readonly matrix: DrivingMatrix
  readonly settings: RecommendSettings
  readonly budget: SolverBudget
}

export type SolverQuestion =
  | ({ readonly kind: 'recommend' } & RecommendQuestion)
  | { readonly kind: 'solve'; readonly problem: RoutingProblem; readonly budget: SolverBudget }

export type SolverAnswer =
  | { readonly kind: 'recommend'; readonly routes: RecommendedRoute[] }
  | { readonly kind: 'solve'; readonly answer: RoutingAnswer }

/**
 * Both calls take the matrix over: its arrays are empty for the caller afterwards. They reject with `ThreadFailed`
 * when the engine throws, its thread dies or the solver is closed.
 */
export type RoutingSolver = {
  readonly recommend: (question: RecommendQuestion) => Promise<RecommendedRoute[]>
  readonly solve: (problem: RoutingProblem, budget: SolverBudget) => Promise<RoutingAnswer>
  /** Ends all threads; what is not answered yet is rejected. */
  readonly close: () => Promise<void>
}

export function createRoutingSolver({
  threads = Math.max(1, availableParallelism() - 1),
  script = new URL('./run-solver-thread.ts', import.meta.url),
} = {}): RoutingSolver {
  const pool = new Threads<SolverQuestion, SolverAnswer>({ count: threads, script })
  return {
    recommend: async (question) => {
      const reply = await pool.ask({ kind: 'recommend', ...question }, buffersOf(question.matrix))
      if (reply.kind !== 'recommend') throw new ThreadFailed('threw', 'the thread answered another question')
      return reply.routes
    },
    solve: async (problem, budget) => {
      const reply = await pool.ask({ kind: 'solve', problem, budget }, buffersOf(problem.matrix))
      if (reply.kind !== 'solve') throw new ThreadFailed('threw', 'the thread answered another question')
      return reply.answer
    },
    close: () => pool.close(),
  }
}

/** A set, since time and distance may be one and the same array. What is shared already is not taken over. */
function buffersOf({ seconds, feet }: DrivingMatrix): ArrayBuffer[] {
  return [...new Set([seconds.buffer, feet.buffer])].filter((buffer) => buffer instanceof ArrayBuffer)
}
