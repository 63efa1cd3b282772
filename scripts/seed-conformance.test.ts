import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONFORMANCE_FILE, findSeedTests, type SeedTest, writeConformance } from './seed-conformance.ts'

const tests = findSeedTests()

test('the table of the seed’s facts says what the tests are named', () => {
  expect(readFileSync(CONFORMANCE_FILE, 'utf8')).toBe(writeConformance(tests))
})

test('a fact without a test is refused', () => {
  const without = tests.filter(({ topic }) => topic !== 'staging banner')
  expect(() => writeConformance(without)).toThrow('No test for §2 staging banner')
})

test('a test that names no fact is refused', () => {
  const stray: SeedTest = { section: 9, topic: 'colours', sentence: 'are nice', path: 'src/x.test.ts' }
  expect(() => writeConformance([...tests, stray])).toThrow('No fact of the seed: §9 colours (src/x.test.ts)')
})
