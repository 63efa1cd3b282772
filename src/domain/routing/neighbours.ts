import type { Model } from './model.ts'

/** So many nearest stops of a stop are known; fewer in a large question, where working them out takes long. */
const NEIGHBOUR_COUNT = 100
const NEIGHBOUR_COUNT_OF_MANY = 40
const MANY_STOPS = 400

/** The nearest stops of a stop by cost there and back, itself first; worked out when first asked for. */
export function neighboursOf(model: Model, stop: number): Int32Array {
  return (model.neighbours[stop] ??= findNeighbours(model, stop))
}

function findNeighbours(model: Model, stop: number): Int32Array {
  const { stopCount, placeCount, costFrom, costTo, driveFrom, driveTo } = model
  const start = stop * placeCount
  const row = new Float64Array(stopCount)
  for (let other = 0; other < stopCount; other++) {
    const cost = costFrom[start + other]! + costTo[start + other]!
    // Where driving is free, the nearest by time.
    row[other] = cost + 1e-6 * (driveFrom[start + other]! + driveTo[start + other]!)
  }
  // A stop is its own nearest neighbour.
  row[stop] = -1
  const limit = stopCount > MANY_STOPS ? NEIGHBOUR_COUNT_OF_MANY : NEIGHBOUR_COUNT
  const list = new Int32Array(Math.min(limit, stopCount))
  nearestInto(list, new Float64Array(list.length), row, NOBODY)
  return list
}

const NOBODY = -1

/** All stops, from the one farthest from the first depot always on to the nearest not yet named. */
export function chainOfStops({ stopCount, placeCount, place, costFrom }: Model): Int32Array {
  const chain = Int32Array.from({ length: stopCount }, (_, stop) => stop)
  const depot = place[stopCount]!
  for (let i = 0; i < stopCount; i++) {
    const from = i === 0 ? depot : chain[i - 1]!
    let best = i
    for (let j = i + 1; j < stopCount; j++) {
      const isNearer = costFrom[from * placeCount + chain[j]!]! < costFrom[from * placeCount + chain[best]!]!
      if (isNearer !== (i === 0)) best = j
    }
    const moved = chain[i]!
    chain[i] = chain[best]!
    chain[best] = moved
  }
  return chain
}

/** The nearest of each node's row of a square matrix, nearest first, itself left out: `[node * count + rank]`. */
export function nearestLists(matrix: Float64Array, nodeCount: number, limit: number): Int32Array {
  const count = Math.min(limit, nodeCount - 1)
  const lists = new Int32Array(nodeCount * count)
  const away = new Float64Array(count)
  for (let node = 0; node < nodeCount; node++) {
    const row = matrix.subarray(node * nodeCount, (node + 1) * nodeCount)
    nearestInto(lists.subarray(node * count, (node + 1) * count), away, row, node)
  }
  return lists
}

/** Fills a list with the nearest of one row, nearest first, one node left out; `away` is working space as long. */
function nearestInto(list: Int32Array, away: Float64Array, row: Float64Array, leftOut: number): void {
  const count = list.length
  let found = 0
  for (let node = 0; node < row.length; node++) {
    const distance = row[node]!
    if (node === leftOut || (found === count && distance >= away[count - 1]!)) continue
    let rank = found < count ? found++ : count - 1
    for (; rank > 0 && away[rank - 1]! > distance; rank--) {
      away[rank] = away[rank - 1]!
      list[rank] = list[rank - 1]!
    }
    away[rank] = distance
    list[rank] = node
  }
}
