import type { DrivingMatrix, RoutingProblem, Stop, Vehicle } from '#domain/routing/types.ts'

/** One public instance in the engine's terms, with the value that published work reached. */
export type Instance = {
  readonly family: string
  readonly name: string
  readonly problem: RoutingProblem
  /** Prizes collected (higher is better) or distance driven (lower is better), in the matrix's units. */
  readonly goal: 'prize' | 'distance'
  readonly bestKnown: number
  /** Matrix units per unit of the published value. */
  readonly scale: number
  /** Prize that lies at the start itself and counts in the published value. */
  readonly startPrize: number
}

/** Longer than any route, so that only the instance's own limits bind. */
export const UNLIMITED = 1e8

export type Point = { readonly x: number; readonly y: number }

/** One matrix for time and distance, from a metric over points. */
export function matrixOf<P extends Point>(
  points: readonly P[],
  metric: (a: P, b: P) => number,
): DrivingMatrix {
  const nodeCount = points.length
  const seconds = new Float64Array(nodeCount * nodeCount)
  for (const [from, a] of points.entries())
    for (const [to, b] of points.entries()) if (from !== to) seconds[from * nodeCount + to] = metric(a, b)
  return { nodeCount, seconds, feet: seconds }
}

export function euclid(a: Point, b: Point): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
}

export function stopAt(node: number, given: Partial<Stop>): Stop {
  return {
    node,
    serviceSeconds: 0,
    openSeconds: 0,
    closeSeconds: UNLIMITED,
    prize: 0,
    isMandatory: false,
    load: 0,
    skills: 0,
    ...given,
  }
}

export function fleetOf(count: number, given: Partial<Vehicle>): Vehicle[] {
  const vehicle: Vehicle = {
    startNode: 0,
    endNode: 0,
    startSeconds: 0,
    endSeconds: UNLIMITED,
    rangeFeet: Infinity,
    capacity: Infinity,
    skills: 0,
    fixedCost: 0,
    ...given,
  }
  return Array.from({ length: count }, () => vehicle)
}
