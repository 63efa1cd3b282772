import { describe, expect, test } from 'vitest'
import { fieldsIn, parseJson, textOf, textsIn } from './outside.ts'

describe('what comes from outside', () => {
  test.each([[null], [undefined], ['text'], [7], [['a']]])('%j has no fields', (value) => {
    expect(fieldsIn(value)).toEqual({})
  })

  test('an object shows its fields, of which nothing is known', () => {
    expect(fieldsIn({ id: 7 }).id).toBe(7)
    expect(textOf(fieldsIn({ id: 7 }).id)).toBeUndefined()
  })

  test('of fields only texts are taken for texts', () => {
    expect(textsIn({ email: 'Missing.', count: 3, nested: {} })).toEqual({ email: 'Missing.' })
  })

  test('what is no JSON is nothing', () => {
    expect([parseJson('{"a":1}'), parseJson('{'), parseJson('')]).toEqual([{ a: 1 }, undefined, undefined])
  })
})
