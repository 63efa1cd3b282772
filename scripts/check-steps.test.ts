import { describe, expect, test } from 'vitest'
import { type Outcome, testStepTwice } from './check-steps.ts'

const file = (path: string, hasFailed: boolean) => ({ path, seconds: 1, hasFailed })

/** Answers one outcome after another, and keeps what it was asked for. */
function runs(...outcomes: Outcome[]) {
  const asked: (readonly string[])[] = []
  const run = async (_: string, __: Record<string, string> = {}, only: readonly string[] = []) => {
    asked.push(only)
    return outcomes[asked.length - 1]!
  }
  return { asked, run }
}

const failedOnce: Outcome = {
  passed: 8,
  failed: 2,
  summary: '8 passed, 2 failed',
  output: 'expected 1 to be 2',
  files: [file('a.test.ts', false), file('b.test.ts', true), file('c.test.ts', true)],
}
const green: Outcome = { passed: 5, failed: 0, summary: '5 passed, 0 failed', files: [] }

describe('a step whose tests failed', () => {
  test('runs only what failed once more, and names it when it passes', async () => {
    const { asked, run } = runs(failedOnce, green)
    const outcome = await testStepTwice('server', {}, run)
    expect(asked).toEqual([[], ['b.test.ts', 'c.test.ts']])
    expect(outcome).toMatchObject({
      passed: 10,
      failed: 0,
      summary: '10 passed, 2 of them only when run again: unsteady: b.test.ts, c.test.ts',
      output: 'expected 1 to be 2',
    })
  })

  test.each([
    ['fails again', { ...failedOnce, passed: 9, failed: 1 }],
    ['runs nothing the second time', { ...green, passed: 0 }],
  ])('stays failed where it %s', async (_, second) => {
    const { run } = runs(failedOnce, second)
    expect(await testStepTwice('server', {}, run)).toBe(failedOnce)
  })

  test('is believed at once where many files failed, or none by name', async () => {
    const many = { ...failedOnce, files: ['a', 'b', 'c'].map((path) => file(path, true)) }
    const broken = { ...failedOnce, files: [] }
    for (const outcome of [many, broken]) {
      const { asked, run } = runs(outcome, green)
      expect(await testStepTwice('server', {}, run)).toBe(outcome)
      expect(asked).toHaveLength(1)
    }
  })
})
