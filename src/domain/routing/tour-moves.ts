import { nearestLists } from './neighbours.ts'
import type { Tour } from './tour.ts'

const NEIGHBOUR_COUNT = 10
const LONGEST_SEGMENT = 3
const LEAST_GAIN = 1e-7

/**
 * 2-opt and Or-opt moves over neighbour lists with don't-look bits (Bentley, 1992): only nodes whose edges changed
 * are looked at again.
 */
export class TourMoves {
  readonly #distances: Float64Array
  readonly #nodeCount: number
  readonly #lists: Int32Array
  readonly #listSize: number
  readonly #queue: Int32Array
  readonly #isQueued: Uint8Array
  #head = 0
  #queued = 0

  constructor(distances: Float64Array, nodeCount: number) {
    this.#distances = distances
    this.#nodeCount = nodeCount
    this.#lists = nearestLists(distances, nodeCount, NEIGHBOUR_COUNT)
    this.#listSize = this.#lists.length / nodeCount
    this.#queue = new Int32Array(nodeCount)
    this.#isQueued = new Uint8Array(nodeCount)
  }

  /** A node to look at. */
  push(node: number): void {
    if (this.#isQueued[node] === 1) return
    this.#isQueued[node] = 1
    this.#queue[(this.#head + this.#queued++) % this.#nodeCount] = node
  }

  /** Improves until no queued node has a better move; returns what was gained. */
  improve(tour: Tour): number {
    let gained = 0
    while (this.#queued > 0) {
      const node = this.#queue[this.#head]!
      this.#head = this.#head + 1 === this.#nodeCount ? 0 : this.#head + 1
      this.#queued--
      this.#isQueued[node] = 0
      if (tour.isLogFull()) continue
      for (let gain = this.#improveAt(tour, node); gain > 0; gain = this.#improveAt(tour, node)) {
        gained += gain
        if (tour.isLogFull()) break
      }
    }
    return gained
  }

  #improveAt(tour: Tour, node: number): number {
    for (let way = 0; way < 2; way++) {
      const isForward = way === 0
      const gain =
        this.#tryExchange(tour, node, isForward) ||
        this.#tryMoving(tour, node, isForward) ||
        this.#tryFetching(tour, node, isForward)
      if (gain > 0) return gain
    }
    return 0
  }

  /** 2-opt: the edge from a to its follower b gives way to one from a to a nearer c. */
  #tryExchange(tour: Tour, a: number, isForward: boolean): number {
    const b = isForward ? tour.next(a) : tour.previous(a)
    const ab = this.#distance(a, b)
    for (let rank = 0; rank < this.#listSize; rank++) {
      const c = this.#lists[a * this.#listSize + rank]!
      const shorter = ab - this.#distance(a, c)
      if (shorter <= LEAST_GAIN) return 0
      const d = isForward ? tour.next(c) : tour.previous(c)
      const gain = shorter + this.#distance(c, d) - this.#distance(b, d)
      if (gain <= LEAST_GAIN) continue
      tour.exchange(a, b, c)
      this.#pushAll(a, b, c, d)
      return gain
    }
    return 0
  }

  /** Or-opt: the segment that begins at a moves next to a node c nearer to a than its predecessor p. */
  #tryMoving(tour: Tour, a: number, isForward: boolean): number {
    const p = isForward ? tour.previous(a) : tour.next(a)
    const pa = this.#distance(p, a)
    for (let rank = 0; rank < this.#listSize; rank++) {
      const c = this.#lists[a * this.#listSize + rank]!
      if (pa - this.#distance(a, c) <= LEAST_GAIN) return 0
      const gain = this.#bestSegment(tour, p, a, c, isForward)
      if (gain > 0) return gain
    }
    return 0
  }

  /** Or-opt seen from the gap: a segment that begins near c comes in between c and its follower. */
  #tryFetching(tour: Tour, c: number, isForward: boolean): number {
    const follower = isForward ? tour.next(c) : tour.previous(c)
    const gap = this.#distance(c, follower)
    for (let rank = 0; rank < this.#listSize; rank++) {
      const a = this.#lists[c * this.#listSize + rank]!
      if (gap - this.#distance(a, c) <= LEAST_GAIN) return 0
      const gain =
        this.#bestSegment(tour, tour.previous(a), a, c, true) ||
        this.#bestSegment(tour, tour.next(a), a, c, false)
      if (gain > 0) return gain
    }
    return 0
  }

  /** Moves the first segment p→[a…e]→n that gains by lying beside c, on either side of c; returns the gain or 0. */
  #bestSegment(tour: Tour, p: number, a: number, c: number, isForward: boolean): number {
    let e = a
    for (let length = 1; length <= LONGEST_SEGMENT; length++) {
      if (e === c) return 0
      const n = isForward ? tour.next(e) : tour.previous(e)
      if (n === p) return 0
      const removed =
        this.#distance(p, a) + this.#distance(e, n) - this.#distance(p, n) - this.#distance(c, a)
      const after = isForward ? tour.next(c) : tour.previous(c)
      const before = isForward ? tour.previous(c) : tour.next(c)
      // Behind c the segment keeps its direction: c a … e after. Not where c is p: it is there already.
      if (c !== p) {
        const gain = removed + this.#distance(c, after) - this.#distance(e, after)
        if (gain > LEAST_GAIN) {
          tour.moveSegment(p, a, e, n, c, false)
          this.#pushAll(p, a, e, n)
          this.#pushAll(c, after, c, after)
          return gain
        }
      }
      // In front of c it is turned round: before e … a c.
      if (c !== n) {
        const gain = removed + this.#distance(before, c) - this.#distance(e, before)
        if (gain > LEAST_GAIN) {
          tour.moveSegment(p, a, e, n, before, true)
          this.#pushAll(p, a, e, n)
          this.#pushAll(c, before, c, before)
          return gain
        }
      }
      e = n
    }
    return 0
  }

  #pushAll(a: number, b: number, c: number, d: number): void {
    this.push(a)
    this.push(b)
    this.push(c)
    this.push(d)
  }

  #distance(a: number, b: number): number {
    return this.#distances[a * this.#nodeCount + b]!
  }
}
