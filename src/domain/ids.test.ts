import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomCode, toId } from './ids.ts'

/** Bytes in a fixed order, beginning anywhere. */
function countingBytes(from = 0): (count: number) => Uint8Array {
  let next = from
  return (count) => Uint8Array.from({ length: count }, () => next++ % 256)
}

describe('a random code', () => {
  it('§9 random code: 8 digits and upper-case letters by default', () => {
    expect(randomCode(countingBytes())).toBe('01234567')
    expect(randomCode(countingBytes(30))).toBe('UVWXYZ01')
  })

  it('has the wanted length and only its letters, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(64), (from, length) => {
        expect(randomCode(countingBytes(from), length)).toMatch(new RegExp(`^[0-9A-Z]{${length}}$`))
      }),
    )
  })

  it('§9 random code: no letter is favoured, over all bytes each comes equally often', () => {
    const counts = new Map<string, number>()
    for (const letter of randomCode(countingBytes(), 252)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(36)
    expect(new Set(counts.values())).toEqual(new Set([7]))
  })
})

describe('an id', () => {
  it('is a UUID in lower case, and nothing else', () => {
    fc.assert(
      fc.property(fc.uuid(), (text) => {
        expect(toId(text)).toBe(text)
      }),
    )
    for (const text of ['', 'visit-1', '0D3C7F9E-1B2A-4C5D-8E6F-7A8B9C0D1E2F', `${'0'.repeat(8)}-0000`])
      expect(() => toId(text)).toThrow(RangeError)
  })
})
