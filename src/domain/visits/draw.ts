/** Draws a lifecycle graph as a Mermaid state diagram for the documents. */

import type { Edge } from './graph.ts'

/** One arrow per from-state of each edge, labelled with the transition and who may do it. */
export function drawLifecycle(graph: readonly Edge[]): string {
  const arrows = graph.flatMap((edge) =>
    edge.from.map((from) => `  ${from} --> ${edge.to}: ${edge.transition} (${label(edge)})`),
  )
  return ['stateDiagram-v2', '  [*] --> scheduled', ...arrows, ''].join('\n')
}

function label(edge: Edge): string {
  const who = edge.mayDo.join(', ')
  return edge.timeout === undefined ? who : `${who}; by itself after ${edge.timeout.replace('_', ' ')}`
}
