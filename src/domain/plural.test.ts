import { expect, test } from 'vitest'
import { plural } from './plural.ts'

const visits = (count: number) => plural.en(count, { one: '1 visit', other: (n) => `${n} visits` })
const visitas = (count: number) => plural.es(count, { one: '1 visita', other: (n) => `${n} visitas` })

test.each([
  [0, '0 visits', '0 visitas'],
  [1, '1 visit', '1 visita'],
  [2, '2 visits', '2 visitas'],
  [1_234, '1,234 visits', '1,234 visitas'],
  [1_000_000, '1,000,000 visits', '1,000,000 de visitas'],
  [1_000_001, '1,000,001 visits', '1,000,001 visitas'],
])('%i is counted as each language counts', (count, english, spanish) => {
  expect([visits(count), visitas(count)]).toEqual([english, spanish])
})

test('nothing may have words of its own', () => {
  const forms = { zero: 'nobody', one: 'somebody', other: 'people' }
  expect([0, 1, 2].map((count) => plural.en(count, forms))).toEqual(['nobody', 'somebody', 'people'])
})

test('whole millions that are not followed by their noun say so', () => {
  const forms = { one: '1 nuevo', many: (n: string) => `${n} nuevos`, other: (n: string) => `${n} nuevos` }
  expect(plural.es(2_000_000, forms)).toBe('2,000,000 nuevos')
})
