import { solveRouting } from '#domain/routing/solve.ts'
import { verifyRouting } from '#domain/routing/verify.ts'
import type { Instance } from './instance.ts'

export type Measure = { readonly gapPercent: number; readonly iterations: number; readonly tookMs: number }

/** Solves once, checks the answer with the independent checker and compares with the best known value. */
export function measure(instance: Instance, budgetMs: number, seed: number, now: () => number): Measure {
  const started = now()
  const answer = solveRouting(instance.problem, { seed, iterations: Infinity, clock: { now, budgetMs } })
  const tookMs = now() - started
  const verdict = verifyRouting(instance.problem, answer)
  const faults = [...verdict.faults]
  if (verdict.missingMandatory > 0) faults.push(`${verdict.missingMandatory} mandatory stops are missing`)
  if (faults.length > 0) throw new Error(`${instance.name}: ${faults.slice(0, 3).join('; ')}`)
  const prize = instance.startPrize + verdict.prize
  const value = instance.goal === 'prize' ? prize : verdict.drivingSeconds / instance.scale
  const worse = instance.goal === 'prize' ? instance.bestKnown - value : value - instance.bestKnown
  return { gapPercent: (100 * worse) / instance.bestKnown, iterations: answer.iterations, tookMs }
}
