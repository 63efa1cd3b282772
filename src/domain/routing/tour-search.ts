import type { Progress } from './progress.ts'
import { Random } from './random.ts'
import { Tour } from './tour.ts'
import { TourMoves } from './tour-moves.ts'
import type { SearchBudget } from './types.ts'

/** Moves logged between two commits; a kick is mended in a few, the first descent commits as it goes. */
const LOG_LIMIT = 100_000
const LONGEST_KICK = 50
/** How often the clock is asked, in kicks. */
const CLOCK_EVERY = 64

/**
 * The shortest closed tour found over a symmetric matrix: iterated local search whose kicks swap two neighbouring
 * segments (a local double bridge; Martin, Otto & Felten, 1991) and are taken back when the tour got longer.
 */
export function searchTour(
  distances: Float64Array,
  nodeCount: number,
  budget: SearchBudget,
  progress: Progress,
): { order: Int32Array; iterations: number } {
  const random = new Random(budget.seed)
  const order = nearestFirst(distances, nodeCount)
  const tour = new Tour(order, LOG_LIMIT)
  const moves = new TourMoves(distances, nodeCount)
  for (const node of order) moves.push(node)
  moves.improve(tour)
  tour.commit()
  let iterations = 0
  for (; iterations < budget.iterations; iterations++) {
    if (iterations % CLOCK_EVERY === 0 && progress(iterations) >= 1) break
    const lost = kick(tour, moves, random, distances)
    const gained = moves.improve(tour)
    if (gained < lost - 1e-9) tour.rollback()
    else tour.commit()
  }
  tour.copyOrder(order)
  return { order, iterations }
}

/** Swaps two neighbouring segments at a random place; returns by how much the tour got longer. */
function kick(tour: Tour, moves: TourMoves, random: Random, distances: Float64Array): number {
  const { size } = tour
  const longest = Math.min(LONGEST_KICK, Math.floor((size - 2) / 2))
  const first = 1 + random.below(longest)
  const second = 1 + random.below(longest)
  const start = random.below(size)
  const p = tour.at(start)
  const a = tour.at((start + 1) % size)
  const e = tour.at((start + first) % size)
  const n = tour.at((start + first + 1) % size)
  const c = tour.at((start + first + second) % size)
  const d = tour.at((start + first + second + 1) % size)
  tour.moveSegment(p, a, e, n, c, false)
  for (const node of [p, a, e, n, c, d]) moves.push(node)
  const between = (from: number, to: number): number => distances[from * size + to]!
  return between(p, n) + between(c, a) + between(e, d) - between(p, a) - between(e, n) - between(c, d)
}

/** From node 0 always on to the nearest node not yet visited. */
function nearestFirst(distances: Float64Array, nodeCount: number): Int32Array {
  const order = new Int32Array(nodeCount)
  const left = Int32Array.from({ length: nodeCount - 1 }, (_, index) => index + 1)
  let leftCount = nodeCount - 1
  for (let position = 1; position < nodeCount; position++) {
    const row = order[position - 1]! * nodeCount
    let best = 0
    for (let i = 1; i < leftCount; i++)
      if (distances[row + left[i]!]! < distances[row + left[best]!]!) best = i
    order[position] = left[best]!
    left[best] = left[--leftCount]!
  }
  return order
}
