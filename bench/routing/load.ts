import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from './instance.ts'
import { optwProblem, solomonProblem, topProblem } from './solomon.ts'
import { cvrpProblem, dimacsVrptwProblem, opProblem, tspProblem } from './tsplib.ts'

type Entry = {
  readonly kind: string
  readonly name: string
  readonly file: string
  readonly bks: number
  readonly m?: number
  readonly scale?: number
}

/** The public instances, each with its best-known value (`bks`). */
export function loadInstances(folder: string): Instance[] {
  const { instances } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { instances: Entry[] }
  return instances.map((entry) => instanceOf(entry, readFileSync(join(folder, entry.file), 'utf8')))
}

function instanceOf(entry: Entry, text: string): Instance {
  const known = { family: entry.kind, name: entry.name, bestKnown: entry.bks, scale: 1, startPrize: 0 }
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
