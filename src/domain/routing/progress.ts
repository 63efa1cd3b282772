import type { SearchBudget } from './types.ts'

/** The share of the budget (1 and more: all of it) that is used up after so many iterations. */
export type Progress = (iterations: number) => number

/** Of time or of iterations, whichever is more; the time runs from this call on. */
export function progressOf({ iterations, clock }: SearchBudget): Progress {
  if (clock === undefined) return (done) => done / iterations
  const started = clock.now()
  return (done) => Math.max(done / iterations, (clock.now() - started) / clock.budgetMs)
}
