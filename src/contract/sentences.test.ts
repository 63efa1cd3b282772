import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultSentence, generalFault, readFault, says } from './sentences.ts'
import { line } from './shapes.ts'

/** Text in quotes that is a sentence to a person: it begins with a capital and ends with a full stop. */
const SENTENCE = /'([A-Z][^'\n]{5,}\.)'|"([A-Z][^"\n]{5,}\.)"/g

const schemas = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.ts') && !/(sentences|endpoint|\.test)\b/.test(name),
)

test.each(schemas)('%s names its faults, and says none in a language', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  expect(
    [...text.replaceAll(/summary:\s*(['"]).*?\1,/g, '').matchAll(SENTENCE)].map(([said]) => said),
  ).toEqual([])
})

describe('a fault of an input', () => {
  test('keeps its number', () => {
    const fault = readFault(line(120).safeParse('x'.repeat(121)).error!.issues[0]!.message)
    expect(faultSentence(fault, 'en')).toBe('Use at most 120 characters.')
    expect(faultSentence(fault, 'es')).toBe('Usa como máximo 120 caracteres.')
  })

  test.each([
    [undefined, 'Fill this in.', 'Completa este campo.'],
    [7, 'This is not the kind of value that belongs here.', 'Este valor no es del tipo que va aquí.'],
  ])('%j where text belongs is answered in plain words', (input, english, spanish) => {
    const parsed = z.safeParse(z.object({ name: z.string() }), { name: input }, { error: generalFault })
    const fault = readFault(parsed.error!.issues[0]!.message)
    expect([faultSentence(fault, 'en'), faultSentence(fault, 'es')]).toEqual([english, spanish])
  })

  test('that a schema says in words of its own is a mistake of ours, and not shown', () => {
    expect(() => readFault('Please be nice.')).toThrow('no fault of the catalogue')
    expect(readFault(says('chooseService'))).toBe('chooseService')
  })
})
