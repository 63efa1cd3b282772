import type { SearchBudget } from './types.ts'

/** The share of the budget that is used up after so many iterations: of time or of iterations, whichever is more. */
export function progressOf({ iterations, clock }: SearchBudget): (done: number) => number {
  if (clock === undefined) return (done) => done / iterations
  const started = clock.now()
  return (done) => Math.max(done / iterations, (clock.now() - started) / clock.budgetMs)
}
