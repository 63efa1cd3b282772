/** The routing engine in a thread of its own: one question in, one answer out. Started by `solve-routing.ts` alone. */
import { recommendFrom } from '#domain/routing/recommend.ts'
import { solveRouting } from '#domain/routing/solve.ts'
import type { SearchBudget } from '#domain/routing/types.ts'
import { answerQuestions } from '../threads/answer-questions.ts'
import type { SolverAnswer, SolverBudget, SolverQuestion } from './solve-routing.ts'

answerQuestions<SolverQuestion, SolverAnswer>((question) => {
  const budget = withClock(question.budget)
  if (question.kind === 'solve') return { kind: 'solve', answer: solveRouting(question.problem, budget) }
  const { candidates, matrix, settings } = question
  return { kind: 'recommend', routes: recommendFrom(candidates, matrix, settings, budget) }
})

/** A clock cannot be sent to a thread, so it is put in here. */
function withClock({ budgetMs, ...budget }: SolverBudget): SearchBudget {
  return budgetMs === undefined ? budget : { ...budget, clock: { now: () => performance.now(), budgetMs } }
}
