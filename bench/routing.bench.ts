/**
 * The routing engine on public instances (mean gap to the best known value) and on a city's open work.
 * Flags: --cpu (this thread's own time instead of the wall's), --long (10 s too), --seeds=3, --family=optw,tsp, --verbose (every instance), --city (only the city).
 */
import { join } from 'node:path'
import { threadMs, wallMs } from './clocks.ts'
import { showProgress } from './progress.ts'
import { measureCity } from './routing/city.ts'
import type { Instance } from './routing/instance.ts'
import { loadInstances } from './routing/load.ts'
import { measure } from './routing/measure.ts'
import { printTable } from './table.ts'

const DATA = join(import.meta.dirname, '../data')

/** What a first trial of the same method reached, in percent at 100 ms, 1 s and 10 s: no family may fall behind it. */
const BAR: Readonly<Record<string, readonly string[]>> = {
  tsp: ['0.28', '0.17', '–'],
  optw: ['2.5', '0.7', '0.1'],
  top: ['1.5', '0.5', '0.2'],
  op: ['5.8', '3.3', '0.4'],
  vrptw: ['7.1', '2.8', '1.1'],
  cvrp: ['6.4', '2.3', '1.0'],
}

export function run(flags: readonly string[]): void {
  const value = (flag: string): string | undefined =>
    flags.find((given) => given.startsWith(`--${flag}=`))?.slice(flag.length + 3)
  const now = flags.includes('--cpu') ? threadMs : wallMs
  console.log(`Times are ${now === threadMs ? 'those that the thread itself worked' : 'on the wall'}.`)
  if (!flags.includes('--city')) {
    const families = value('family')?.split(',') ?? Object.keys(BAR)
    const budgets = flags.includes('--long') ? [100, 1_000, 10_000] : [100, 1_000]
    runInstances(families, { budgets, seeds: Number(value('seeds') ?? 1), now }, flags.includes('--verbose'))
  }
  measureCity(join(DATA, 'denver', 'listings.csv'), now)
}

type Trial = { readonly budgets: readonly number[]; readonly seeds: number; readonly now: () => number }

function runInstances(families: readonly string[], trial: Trial, isVerbose: boolean): void {
  const { budgets, seeds } = trial
  const instances = loadInstances(join(DATA, 'routing')).filter(({ family }) => families.includes(family))
  console.log(
    `Mean gap to best known in %, one thread, ${seeds} run(s) each, every answer checked; in brackets the bar`,
  )
  const gaps = measureAll(instances, trial)
  const header = ['', 'instances', 'stops', ...budgets.map((budget) => `${budget} ms`)]
  const rows = families.map((family) => {
    const own = instances.filter((instance) => instance.family === family)
    const sizes = own.map((instance) => instance.problem.stops.length)
    const cells = budgets.map((_, index) => {
      const mean = average(own.map((instance) => gaps.get(instance)![index]!))
      return `${mean.toFixed(2)} (${BAR[family]?.[index] ?? '–'})`
    })
    return [family, String(own.length), `${Math.min(...sizes)}–${Math.max(...sizes)}`, ...cells]
  })
  printTable([header, ...rows])
  if (isVerbose) {
    console.log('')
    printTable(
      instances.map((instance) => [instance.name, ...gaps.get(instance)!.map((gap) => gap.toFixed(2))]),
    )
  }
  console.log('')
}

/** For each instance its mean gap at each budget. Every kind is solved once before, as a server would have. */
function measureAll(instances: readonly Instance[], { budgets, seeds, now }: Trial): Map<Instance, number[]> {
  const total = instances.length * budgets.length * seeds
  let done = 0
  const warm = new Set<string>()
  return new Map(
    instances.map((instance) => {
      if (!warm.has(instance.family)) measure(instance, 300, 0, now)
      warm.add(instance.family)
      const gaps = budgets.map((budgetMs) =>
        average(
          Array.from({ length: seeds }, (_, seed) => {
            showProgress(++done, total, instance.name)
            return measure(instance, budgetMs, seed + 1, now).gapPercent
          }),
        ),
      )
      return [instance, gaps]
    }),
  )
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
