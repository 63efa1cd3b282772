/** The nearest of each node's row of a square matrix, nearest first, itself left out: `[node * count + rank]`. */
export function nearestLists(matrix: Float64Array, nodeCount: number, limit: number): Int32Array {
  const count = Math.min(limit, nodeCount - 1)
  const lists = new Int32Array(nodeCount * count)
  const away = new Float64Array(count)
  for (let node = 0; node < nodeCount; node++) {
    const row = node * nodeCount
    let found = 0
    for (let other = 0; other < nodeCount; other++) {
      const distance = matrix[row + other]!
      if (other === node || (found === count && distance >= away[count - 1]!)) continue
      let rank = found < count ? found++ : count - 1
      for (; rank > 0 && away[rank - 1]! > distance; rank--) {
        away[rank] = away[rank - 1]!
        lists[node * count + rank] = lists[node * count + rank - 1]!
      }
      away[rank] = distance
      lists[node * count + rank] = other
    }
  }
  return lists
}
