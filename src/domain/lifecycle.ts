/**
 * What every lifecycle graph has in common: states joined by edges that say who may walk them. Each noun keeps its own
 * graph, the only copy of it; here is how any of them is asked.
 */
import { type AlreadyDone, type Refusal, refuse } from './refusals.ts'

export type LifecycleEdge<State extends string, Step extends string, Actor extends string> = {
  readonly transition: Step
  readonly from: readonly State[]
  readonly to: State
  readonly mayDo: readonly Actor[]
  /** The system walks this edge by itself when the time has come. */
  readonly timeout?: string
}

type AnyEdge = LifecycleEdge<string, string, string>

/** The edge that this actor would walk, or undefined where the graph has none. */
export function edgeOf<Edge extends AnyEdge>(
  graph: readonly Edge[],
  step: {
    readonly transition: Edge['transition']
    readonly from: Edge['to']
    readonly by: Edge['mayDo'][number]
  },
): Edge | undefined {
  return graph.find(
    (edge) =>
      edge.transition === step.transition && edge.from.includes(step.from) && edge.mayDo.includes(step.by),
  )
}

/** The same for who has to be answered: a step that was taken already is no mistake. */
export function decideStep<Edge extends AnyEdge>(
  graph: readonly Edge[],
  step: Parameters<typeof edgeOf<Edge>>[1],
): Edge | AlreadyDone | Refusal {
  const isDone = (edge: Edge) =>
    edge.transition === step.transition && edge.mayDo.includes(step.by) && edge.to === step.from
  return edgeOf(graph, step) ?? (graph.some(isDone) ? { alreadyDone: true } : refuse('wrong_state'))
}
