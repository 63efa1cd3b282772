import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultInChosen, MOST_CHOSEN, nextChosen } from './chosen.ts'

describe('the crew that is asked alone', () => {
  test.each([
    ['is the first choice', ['a', 'b'], ['c', 'b', 'a'], [], 'a'],
    ['is the next where the first was asked', ['a', 'b'], ['c', 'b', 'a'], ['a'], 'b'],
    ['passes over whom the visit does not suit', ['a', 'b'], ['c', 'b'], [], 'b'],
    ['is nobody once all were asked', ['a', 'b'], ['a', 'b', 'c'], ['b', 'a'], null],
    ['is nobody where nobody was chosen', [], ['a'], [], null],
    ['is nobody where none is suited', ['a'], [], [], null],
  ])('%s', (_, chosen, suited, asked, crew) => {
    expect(nextChosen({ chosen, suited, asked })).toBe(crew)
  })

  test('goes through the suited ones of the list, each once, in its order', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(ids, ids, (chosen, suited) => {
        const asked: string[] = []
        for (let next = nextChosen({ chosen, suited, asked }); next !== null; ) {
          asked.push(next)
          next = nextChosen({ chosen, suited, asked })
        }
        expect(asked).toEqual(chosen.filter((id) => suited.includes(id)))
      }),
    )
  })
})

test.each([
  [['a', 'b'], ['b', 'a', 'c'], null],
  [[], [], null],
  [['a', 'a'], ['a'], 'chosen_twice'],
  [['a', 'x'], ['a'], 'chosen_unknown'],
])('a list of %j of those known %j: %s', (chosen, known, fault) => {
  expect(faultInChosen(chosen, known)).toBe(fault)
})

test('no more than three are asked alone: a visit is not kept from everybody else for longer', () => {
  expect(MOST_CHOSEN).toBe(3)
})
