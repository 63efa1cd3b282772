/** One way to say a sentence: languages are named once, nothing asks which one it is, words stand in files of words. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const GENERATED = 'server/db/tables.ts'
/** Where sentences stand, and the mechanism itself. */
const WORDS =
  /(^|[/-])texts\.ts$|^web\/text\/|^(domain|contract)\/(.*\/)?sentences\.ts$|^domain\/(language|catalogue|plural)\.ts$/

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && path !== GENERATED && !path.startsWith('architecture/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const production = files.filter(({ path }) => !/\.(test|testing|setup)\.tsx?$|^testing\//.test(path))

const NAMES_BOTH = /'en' ?[|,] ?'es'|'es' ?[|,] ?'en'/
const ASKS_WHICH = /[!=]== '(?:en|es)'|'(?:en|es)' [!=]==|\bisSpanish\b|\bisEnglish\b/
const SAYS = /\bcatalogue\(\{|\b(?:en|es): (?:['"`]|\(|\[|\{\s*\w+: ['"`])/

describe('sentences', () => {
  test('the languages are listed in one place', () => {
    expect(files.filter(({ text }) => NAMES_BOTH.test(text)).map(({ path }) => path)).toEqual([
      'domain/language.ts',
    ])
  })

  test('nothing asks which language it is: a catalogue answers', () => {
    expect(production.filter(({ text }) => ASKS_WHICH.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('words stand in files of words', () => {
    const wrong = production.filter(({ path, text }) => !WORDS.test(path) && SAYS.test(text))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('the scan finds what it should', () => {
    expect(
      ["const LOCALES = ['es', 'en']", "type A = 'en' | 'es'"].every((text) => NAMES_BOTH.test(text)),
    ).toBe(true)
    expect(["locale === 'es' ? a : b", 'isSpanish ? a : b'].every((text) => ASKS_WHICH.test(text))).toBe(true)
    expect(
      ["{ en: 'Yes.', es: 'Sí.' }", "en: { title: 'Yes.' }", 'es: (n) => `${n}`'].every((text) =>
        SAYS.test(text),
      ),
    ).toBe(true)
  })
})
