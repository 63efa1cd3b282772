import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { generalSentence, SPANISH, sentenceIn } from './sentences.ts'
import { line } from './shapes.ts'

const SERVER = join(import.meta.dirname, '../server')

/** Text in quotes that is a sentence to a person: it begins with a capital and ends with a full stop. */
const SENTENCE = /'([A-Z][^'\n]{5,}\.)'|"([A-Z][^"\n]{5,}\.)"/g

function sentencesIn(text: string): string[] {
  return [...text.matchAll(SENTENCE)].map((match) => match[1] ?? match[2]!)
}

function contractSentences(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !/(sentences|endpoint|\.test)\b/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(import.meta.dirname, name), 'utf8')
      return sentencesIn(text.replaceAll(/summary:\s*(['"]).*?\1,/g, ''))
    })
}

/** What actions say about a field themselves. */
function actionSentences(): string[] {
  return readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(join(SERVER, name), 'utf8').matchAll(/fields: \{[^}]*\}/g)])
    .flatMap(([fields]) => sentencesIn(fields))
}

describe('every sentence about an input', () => {
  test.each([...new Set([...contractSentences(), ...actionSentences()])])(
    '%s is said in Spanish, too',
    (english) => {
      expect(SPANISH).toHaveProperty([english])
      expect(sentenceIn('es', english)).not.toBe(english)
    },
  )

  test('with a number keeps it', () => {
    expect(line(120).safeParse('x'.repeat(121)).error?.issues[0]?.message).toBe(
      'Please use at most 120 characters.',
    )
    expect(sentenceIn('es', 'Please use at most 120 characters.')).toBe('Usa como máximo 120 caracteres.')
  })
})

test.each([
  [undefined, 'Please fill this in.'],
  [7, 'This is not the kind of value that belongs here.'],
])('%j where text belongs is answered in plain words', (input, sentence) => {
  const parsed = z.safeParse(z.object({ name: z.string() }), { name: input }, { error: generalSentence })
  expect(parsed.error?.issues[0]?.message).toBe(sentence)
})
