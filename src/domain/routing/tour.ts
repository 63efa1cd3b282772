/** A closed tour as an array of nodes, with the moves that change it and a log that takes them back. */
export class Tour {
  readonly size: number
  readonly #order: Int32Array
  readonly #position: Int32Array
  readonly #log: Int32Array
  #logged = 0

  constructor(order: Int32Array, logLimit: number) {
    this.size = order.length
    this.#order = order
    this.#position = new Int32Array(order.length)
    for (let i = 0; i < order.length; i++) this.#position[order[i]!] = i
    this.#log = new Int32Array(2 * logLimit)
  }

  next(node: number): number {
    const position = this.#position[node]! + 1
    return this.#order[position === this.size ? 0 : position]!
  }

  previous(node: number): number {
    const position = this.#position[node]!
    return this.#order[position === 0 ? this.size - 1 : position - 1]!
  }

  at(position: number): number {
    return this.#order[position]!
  }

  copyOrder(into: Int32Array): void {
    into.set(this.#order)
  }

  isLogFull(): boolean {
    return 2 * this.#logged + 6 > this.#log.length
  }

  /** What is done so far stays. */
  commit(): void {
    this.#logged = 0
  }

  /** Takes back everything since the last commit. */
  rollback(): void {
    while (this.#logged > 0) {
      this.#logged--
      this.#reverse(this.#log[2 * this.#logged]!, this.#log[2 * this.#logged + 1]!)
    }
  }

  /** Replaces the edges {a, b} and {c, d} by {a, c} and {b, d}: d is what follows c as b follows a. */
  exchange(a: number, b: number, c: number): void {
    const isForward = this.next(a) === b
    const from = this.#position[isForward ? b : c]!
    const to = this.#position[isForward ? c : b]!
    this.#log[2 * this.#logged] = from
    this.#log[2 * this.#logged + 1] = to
    this.#logged++
    this.#reverse(from, to)
  }

  /**
   * Takes the segment a…e out from between p and n and puts it behind c, which comes after n in the direction from
   * a to e: c next to a, or c next to e when reversed.
   */
  moveSegment(p: number, a: number, e: number, n: number, c: number, isReversed: boolean): void {
    this.exchange(p, a, c)
    if (c !== n) this.exchange(p, c, n)
    if (!isReversed) this.exchange(c, e, a)
  }

  /** Turns round the positions from…to, or, which is the same tour, all others, whichever are fewer. */
  #reverse(from: number, to: number): void {
    const { size } = this
    const order = this.#order
    const position = this.#position
    let inside = to - from + 1
    if (inside <= 0) inside += size
    let left = from
    let right = to
    if (2 * inside > size) {
      inside = size - inside
      left = to + 1 === size ? 0 : to + 1
      right = from === 0 ? size - 1 : from - 1
    }
    for (let swaps = inside >> 1; swaps > 0; swaps--) {
      const one = order[left]!
      const other = order[right]!
      order[left] = other
      position[other] = left
      order[right] = one
      position[one] = right
      left = left + 1 === size ? 0 : left + 1
      right = right === 0 ? size - 1 : right - 1
    }
  }
}
