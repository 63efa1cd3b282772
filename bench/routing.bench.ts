import { cpus } from 'node:os'
import { join } from 'node:path'
import { loadInstances } from './routing/load.ts'
import { measure } from './routing/measure.ts'

const family = process.argv.find((a) => a.startsWith('--family='))?.slice(9)
const budgets = (process.argv.find((a) => a.startsWith('--ms='))?.slice(5) ?? '100,1000')
  .split(',')
  .map(Number)
const instances = (loadInstances(join(import.meta.dirname, '../../shared/data/routing')) ?? []).filter(
  (i) => !family || family.split(',').includes(i.family),
)
console.log(cpus()[0]!.model)
measure(instances[0]!, 300, 1)
for (const ms of budgets) {
  const gaps = new Map<string, number[]>()
  for (const i of instances) {
    const m = measure(i, ms, 1)
    if (process.argv.includes('-v'))
      console.log(ms, i.name, m.gapPercent.toFixed(2), m.iterations, m.tookMs.toFixed(0))
    if (!gaps.has(i.family)) gaps.set(i.family, [])
    gaps.get(i.family)!.push(m.gapPercent)
  }
  for (const [f, g] of gaps) console.log(ms, f, (g.reduce((a, b) => a + b, 0) / g.length).toFixed(2))
}
