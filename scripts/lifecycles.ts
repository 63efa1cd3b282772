/** `node scripts/lifecycles.ts`: draws the lifecycle graphs of the domain into `docs/lifecycles.md`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ASSIGNMENT_LIFECYCLE } from '#domain/assignments/graph.ts'
import { DISPUTE_LIFECYCLE } from '#domain/disputes/graph.ts'
import { LATE_COMPLETION_LIFECYCLE } from '#domain/late-completions/graph.ts'
import type { LifecycleEdge } from '#domain/lifecycle.ts'
import { MARKET_LIFECYCLE } from '#domain/markets/graph.ts'
import { OFFER_LIFECYCLE } from '#domain/offers/graph.ts'
import { ORDER_LIFECYCLE } from '#domain/ondemand/graph.ts'
import { ACCESS_LIFECYCLE } from '#domain/today/access-graph.ts'
import { EXTRA_LIFECYCLE } from '#domain/today/extra-graph.ts'
import { VISIT_LIFECYCLE } from '#domain/visits/graph.ts'

export const LIFECYCLES_FILE = join(import.meta.dirname, '../docs/lifecycles.md')

type Graph = readonly LifecycleEdge<string, string, string>[]

type Drawn = {
  readonly title: string
  readonly graph: Graph
  readonly begins: string
}

export const LIFECYCLES: readonly Drawn[] = [
  { title: 'A visit', graph: VISIT_LIFECYCLE, begins: 'scheduled' },
  { title: 'An offer', graph: OFFER_LIFECYCLE, begins: 'open' },
  { title: 'A place that cannot be entered', graph: ACCESS_LIFECYCLE, begins: 'waiting' },
  { title: 'Extra work', graph: EXTRA_LIFECYCLE, begins: 'proposed' },
  { title: 'An assignment', graph: ASSIGNMENT_LIFECYCLE, begins: 'active' },
  { title: 'A late completion', graph: LATE_COMPLETION_LIFECYCLE, begins: 'waiting' },
  { title: 'An order on demand', graph: ORDER_LIFECYCLE, begins: 'draft' },
  { title: 'A dispute', graph: DISPUTE_LIFECYCLE, begins: 'open' },
  { title: 'A market', graph: MARKET_LIFECYCLE, begins: 'waitlist' },
]

/** The whole page; a test compares it with the committed one. */
export function drawLifecycles(): string {
  const intro =
    'Drawn by `node scripts/lifecycles.ts` from the graphs in `src/domain`, which are the only copies: the server refuses what is not an edge, and screens ask the graph which buttons to show.'
  return ['# Lifecycles', '', intro, '', ...LIFECYCLES.flatMap(section)].join('\n')
}

function section({ title, graph, begins }: Drawn): string[] {
  return [`## ${title}`, '', '```mermaid', drawLifecycle(graph, begins).trimEnd(), '```', '']
}

/** A Mermaid state diagram: one arrow per from-state of each edge, labelled with the step and who may take it. */
export function drawLifecycle(graph: Graph, begins: string): string {
  const arrows = graph.flatMap((edge) =>
    edge.from.map((from) => `  ${from} --> ${edge.to}: ${edge.transition} (${label(edge)})`),
  )
  return ['stateDiagram-v2', `  [*] --> ${begins}`, ...arrows, ''].join('\n')
}

function label(edge: Graph[number]): string {
  const who = edge.mayDo.join(', ')
  return edge.timeout === undefined ? who : `${who}; by itself after ${edge.timeout.replaceAll('_', ' ')}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(LIFECYCLES_FILE, drawLifecycles())
