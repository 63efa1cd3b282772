import { describe, expect, test } from 'vitest'
import { line, notes } from './shapes.ts'

describe('security 11: a line of text', () => {
  test.each(['Ann', 'José Núñez', '李', 'עדי', 'محمد', '👩‍👩‍👧', '7', 'a\u200bb', '…'])(
    'may be %j',
    (text) => {
      expect(line(100).safeParse(text).data).toBe(text)
    },
  )

  test.each([
    ['nothing', ''],
    ['spaces', ' \u00a0 '],
    ['zero-width characters', '\u200b\u200c\u200d\u2060'],
    ['a mark that no letter carries', '\u0301\ufe0f'],
    ['fillers that nobody sees', '\u3164\u115f\u2800'],
    ['a direction that is overridden', 'Ann\u202egnp.exe'],
    ['a direction that is set apart', 'Ann\u2066Bob'],
    ['two lines', 'Ann\nBob'],
    ['two lines of Unicode', 'Ann\u2028Bob'],
    ['NUL', 'Ann\u0000'],
    ['half a letter', 'Ann\ud800'],
  ])('is not %s', (_what, text) => {
    expect(line(100).safeParse(text).success).toBe(false)
  })
})

test('security 11: notes may have many lines, and no overridden direction', () => {
  expect(notes(100).safeParse('One\nTwo').success).toBe(true)
  expect(notes(100).safeParse('').success).toBe(true)
  expect(notes(100).safeParse('One\u202eTwo').success).toBe(false)
})
