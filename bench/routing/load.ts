import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from './instance.ts'
import { optwProblem, solomonProblem, topProblem } from './solomon.ts'
import { cvrpProblem, dimacsVrptwProblem, opProblem, tspProblem } from './tsplib.ts'

type Entry = {
  readonly kind: string
  readonly name: string
  readonly file: string
  readonly bks: number | null
  readonly m?: number
  readonly scale?: number
}

/** The published route of this one scores 7,720 on the instance's own scores, not the 8,684 of its header. */
const NOT_COMPARABLE = new Set(['a280-gen3-50'])

/** The public instances with a best-known value, or null where their folder is absent. */
export function loadInstances(folder: string): Instance[] | null {
  const index = join(folder, 'index.json')
  if (!existsSync(index)) return null
  const { instances } = JSON.parse(readFileSync(index, 'utf8')) as { instances: Entry[] }
  return instances.flatMap((entry) => {
    // Two instances are published with the fewest vehicles as first goal only: no distance to compare with.
    if (entry.bks === null || NOT_COMPARABLE.has(entry.name)) return []
    return [instanceOf(entry, entry.bks, readFileSync(join(folder, entry.file), 'utf8'))]
  })
}

function instanceOf(entry: Entry, bestKnown: number, text: string): Instance {
  const known = { family: entry.kind, name: entry.name, bestKnown, scale: 1, startPrize: 0 }
  switch (entry.kind) {
    case 'tsp':
      return { ...known, goal: 'distance', problem: tspProblem(text) }
    case 'op':
      return { ...known, goal: 'prize', ...opProblem(text) }
    case 'cvrp':
      return { ...known, goal: 'distance', problem: cvrpProblem(text) }
    case 'top':
      return { ...known, goal: 'prize', problem: topProblem(text) }
    case 'optw':
      return { ...known, goal: 'prize', problem: optwProblem(text, entry.m ?? 1, entry.scale ?? 1) }
    case 'vrptw':
      return entry.file.endsWith('.vrp')
        ? { ...known, goal: 'distance', scale: 10, problem: dimacsVrptwProblem(text) }
        : { ...known, goal: 'distance', problem: solomonProblem(text) }
    default:
      throw new Error(`no such kind of instance: ${entry.kind}`)
  }
}
