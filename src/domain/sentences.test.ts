import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './language.ts'
import { isAlreadyDone, isRefusal, REFUSAL_REASONS, refuse } from './refusals.ts'
import { refusalSentence, refusalTexts } from './sentences.ts'

describe.each(REFUSAL_REASONS)('the sentence for %s', (reason) => {
  it.each(LANGUAGES)('is a whole one in %s', (language) => {
    expect(refusalSentence(reason, language)).toMatch(/^[\p{Lu}].{8,110}\.$/u)
  })

  it('is another in each language', () => {
    expect(refusalSentence(reason, 'en')).not.toBe(refusalSentence(reason, 'es'))
  })
})

it('there is one for every reason and none for others', () => {
  expect(Object.keys(refusalTexts.en).sort()).toEqual([...REFUSAL_REASONS].sort())
  expect(new Set(REFUSAL_REASONS).size).toBe(REFUSAL_REASONS.length)
})

it('the losers of an offer see the words of product §3', () => {
  expect(refusalSentence('offer_taken', 'en')).toBe('This offer has been taken.')
})

it('a refusal is told from an outcome and from what was done before', () => {
  expect([isRefusal(refuse('too_late')), isRefusal({ amount: 1 })]).toEqual([true, false])
  expect([isAlreadyDone({ alreadyDone: true }), isAlreadyDone(refuse('too_late'))]).toEqual([true, false])
})
