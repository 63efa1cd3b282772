import { expect, test } from 'vitest'
import { readHint } from './live.ts'

test('a hint is read by its kind and ids', () => {
  expect(readHint('{"kind":"visit","ids":["a",7]}')).toEqual({ kind: 'visit', ids: ['a'] })
})

test.each(['{"kind":"of_tomorrow","ids":[]}', '{"kind":"visit"}', '"visit"', 'null', 'no json'])(
  '%s is a hint of nothing that this build reads',
  (text) => {
    expect(readHint(text)).toBeUndefined()
  },
)
