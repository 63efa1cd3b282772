/**
 * Whether a password stands in lists of stolen ones, without any of them being here: a Bloom filter (B. H. Bloom 1970)
 * says yes for each of them, and for no other that anybody will ever choose (two in ten million).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../../data/passwords/breached.bloom')
/** With thirty-two bits a word: two wrong yeses in ten million. */
const HASHES = 22

let kept: Buffer | undefined

/** Capitals are no other password to who tries a list. */
export function isBreached(password: string): boolean {
  kept ??= readFileSync(FILE)
  return isIn(kept, password.toLowerCase())
}

function isIn(bloom: Buffer, word: string): boolean {
  return placesOf(word, bloom.length * 8).every((bit) => ((bloom[bit >> 3] ?? 0) >> (bit & 7)) & 1)
}

/** The bits of a word: two hashes make as many as are needed (Kirsch and Mitzenmacher 2006). */
export function placesOf(word: string, bits: number): number[] {
  const digest = createHash('sha256').update(word).digest()
  const [first, second] = [digest.readUInt32LE(0), digest.readUInt32LE(4) | 1]
  return Array.from({ length: HASHES }, (_, index) => (first + index * (second >>> 0)) % bits)
}
