/** The routing engine in a thread of its own: one question in, one answer out. Started by `solve-routing.ts` alone. */
import { parentPort } from 'node:worker_threads'
import { recommendFrom } from '#domain/routing/recommend.ts'
import { solveRouting } from '#domain/routing/solve.ts'
import type { SearchBudget } from '#domain/routing/types.ts'
import type { SolverBudget, SolverQuestion, SolverReply } from './solve-routing.ts'

parentPort?.on('message', (question: SolverQuestion) => {
  parentPort?.postMessage(replyTo(question), [])
})

function replyTo(question: SolverQuestion): SolverReply {
  try {
    const budget = withClock(question.budget)
    if (question.kind === 'solve') return { kind: 'solve', answer: solveRouting(question.problem, budget) }
    const { candidates, matrix, settings } = question
    return { kind: 'recommend', routes: recommendFrom(candidates, matrix, settings, budget) }
  } catch (error) {
    return { kind: 'failure', message: error instanceof Error ? error.message : String(error) }
  }
}

/** A clock cannot be sent to a thread, so it is put in here. */
function withClock({ budgetMs, ...budget }: SolverBudget): SearchBudget {
  return budgetMs === undefined ? budget : { ...budget, clock: { now: () => performance.now(), budgetMs } }
}
