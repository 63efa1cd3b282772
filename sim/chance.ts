/**
 * Seeded chance by name: what is drawn depends on the seed and on what it is drawn for, never on the order of drawing.
 * So a city stays the same when something is added to it, and when its people act at once.
 */

type ChanceKey = readonly (string | number)[]

export type Chance = {
  /** From 0 (included) to 1 (excluded). */
  number(...key: ChanceKey): number
  happens(probability: number, ...key: ChanceKey): boolean
  /** A whole number, both ends included. */
  whole(from: number, to: number, ...key: ChanceKey): number
  /** One of a list that is not empty. */
  pick<Item>(list: readonly Item[], ...key: ChanceKey): Item
  /** Some of a list, each once, in no particular order. */
  some<Item>(list: readonly Item[], count: number, ...key: ChanceKey): Item[]
}

export function createChance(seed: number): Chance {
  const number = (...key: ChanceKey) => finish(hashOf(`${seed}|${key.join('|')}`)) / 2 ** 32
  const whole = (from: number, to: number, ...key: ChanceKey) =>
    from + Math.floor(number(...key) * (to - from + 1))
  return {
    number,
    whole,
    happens: (probability, ...key) => number(...key) < probability,
    pick: (list, ...key) => list[whole(0, list.length - 1, ...key)]!,
    some: (list, count, ...key) =>
      list
        .map((item, index) => ({ item, rank: number(...key, 'some', index) }))
        .sort((one, other) => one.rank - other.rank)
        .slice(0, count)
        .map(({ item }) => item),
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** MurmurHash3's finisher: neighbouring hashes end far apart. */
function finish(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
