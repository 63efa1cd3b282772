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
export function nearestInto(list: Int32Array, away: Float64Array, row: Float64Array, leftOut: number): void {
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
