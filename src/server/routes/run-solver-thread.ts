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
    return { answer: answer(question) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function answer(question: SolverQuestion): unknown {
  const budget = withClock(question.budget)
  if (question.kind === 'solve') return solveRouting(question.problem, budget)
  return recommendFrom(question.candidates, question.matrix, question.settings, budget)
}

/** A clock cannot be sent to a thread, so it is put in here. */
function withClock({ budgetMs, ...budget }: SolverBudget): SearchBudget {
  return budgetMs === undefined ? budget : { ...budget, clock: { now: () => performance.now(), budgetMs } }
}
