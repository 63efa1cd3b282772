import { expect, test } from 'vitest'
import { isBreached } from './find-breached.ts'

test.each(['password1', 'PASSWORD1', 'iloveyou', 'sunshine1', 'princess1', 'football1', 'liverpool'])(
  '%s stands in lists of stolen passwords',
  (password) => {
    expect(isBreached(password)).toBe(true)
  },
)

test('what nobody used before is not said to be stolen, none of ten thousand', () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `quiet-heron-${index}-${index * 7_919}`)
  expect(words.filter(isBreached).length).toBe(0)
})
