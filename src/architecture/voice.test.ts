/** What a machine can see of docs/voice.md, over every sentence in both languages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Sentence, sentencesIn } from './sentences-in.testing.ts'

const ROOT = join(import.meta.dirname, '..')
const FILES_OF_WORDS = /(^|[/-])texts\.ts$|^web\/text\/|^(domain|contract)\/(.*\/)?sentences\.ts$/
/** Contracts and formats that are named like words. */
const NO_WORDS = /^contract\/house-texts\.ts$|^web\/text\/(areas|operator-areas|names|store|format)\.ts$/

const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|testing|setup)\.tsx?$/.test(path),
)
const sentences = paths
  .filter((path) => FILES_OF_WORDS.test(path) && !NO_WORDS.test(path))
  .flatMap((path) => sentencesIn(path, readFileSync(join(ROOT, path), 'utf8')))

/** Given word for word (seed §8), or what people say to one another. */
const GIVEN =
  /^shell\.(frozen|locationFail|stagingBanner)|^notices\.messages\.quick|^evidenceTexts\b|^frontDoor\.proof/

const BRITISH =
  /\b(neighbour|colour|favour|honour|labour|behaviour|centre\b|metre\b|cheque|programme\b|grey\b|cancell(ed|ing)|travell|ageing|catalogue|e-mail|whilst|amongst|learnt|any more\b|organis|authoris|recognis|apologis|realis(e|ing)|summaris)/i
const PADDING = {
  en: /\bplease\b|\bsorry\b|\bsuccessful(ly)?\b|\boops\b|\binvalid\b/i,
  es: /\bpor favor\b|\blo sentimos\b|\bperd[oó]n\b|\bexitosamente\b|\binválid[oa]s?\b/i,
}
/** Forms that only *usted* has; those that say *he* or *she* as well are left out. */
const USTED =
  /\b(usted(es)?|sírvase|indique|ingrese|escriba|elija|seleccione|pulse|intente|intentelo|inténtelo|revise|revíse\w*|espere|acredite|registre|pruebe|anote|escríbanos|le dimos|haga clic)\b|(^|[.:;] )(Use|Abra|Agregue|Confirme|Responda|Toque|Vuelva) /i

const tests: readonly (readonly [string, (sentence: Sentence) => boolean])[] = [
  ['no word in British spelling', ({ language, text }) => language === 'en' && BRITISH.test(text)],
  ['no please, no sorry', ({ language, text }) => PADDING[language].test(text)],
  ['Spanish says tú', ({ language, text }) => language === 'es' && USTED.test(text)],
  ['one exclamation mark at most', ({ text }) => (text.match(/!/g) ?? []).length > 1],
  ['no spaces that nobody typed on purpose', ({ text }) => / {2}| [,;:!?.](\s|$)/.test(text)],
  ['no codes', ({ text }) => /\b[a-z]+_[a-z_]+\b/.test(text)],
  ['no straight quotes', ({ text }) => /\w'\w|"/.test(text)],
]

describe('docs/voice.md: every sentence', () => {
  test.each(tests)('%s', (_rule, isWrong) => {
    const wrong = sentences.filter((sentence) => !GIVEN.test(sentence.key) && isWrong(sentence))
    expect(wrong.map(saidOf)).toEqual([])
  })

  test('the scan sees them all, in both languages', () => {
    for (const language of ['en', 'es'])
      expect(sentences.filter((sentence) => sentence.language === language).length).toBeGreaterThan(3_500)
  })

  test.each([
    ['no word in British spelling', 'en', 'Invite a neighbour'],
    ['no please, no sorry', 'en', 'Please choose.'],
    ['no please, no sorry', 'es', 'Elige, por favor.'],
    ['Spanish says tú', 'es', 'Indique un importe.'],
    ['one exclamation mark at most', 'en', 'Great! Done!'],
    ['no spaces that nobody typed on purpose', 'en', 'Two  spaces'],
    ['no codes', 'en', 'Paid: credit_used'],
    ['no straight quotes', 'en', "don't"],
  ] as const)('%s: finds %s “%s”', (rule, language, text) => {
    const isWrong = tests.find(([name]) => name === rule)![1]
    expect(isWrong({ path: 'a.ts', key: 'a', language, text })).toBe(true)
  })
})

/** A button stands beside another on the narrowest phone. */
const LONGEST_BUTTON = 28

describe('docs/voice.md: buttons', () => {
  const said = paths
    .filter((path) => /^web\/.*\.tsx$/.test(path))
    .flatMap((path) => buttonKeysIn(readFileSync(join(ROOT, path), 'utf8')))
  const onButtons = sentences.filter(
    ({ path, key }) => path.startsWith('web/text/') && said.some((name) => key.endsWith(`.${name}`)),
  )

  test(`say it in ${LONGEST_BUTTON} characters`, () => {
    const long = onButtons.filter(({ text }) => text.replaceAll('…', '$36.50').length > LONGEST_BUTTON)
    expect(long.map(saidOf)).toEqual([])
  })

  test('the scan follows many of them to their words', () => {
    expect(onButtons.length).toBeGreaterThan(300)
  })
})

/** The last two keys of what a button says; a short name for a part of the texts is followed to what it is short for. */
function buttonKeysIn(source: string): string[] {
  const parts = new Map(
    [...source.matchAll(/const (\w+) = (?:useText\(\)\.)?(\w+(?:\.\w+)*)$/gm)].map(
      ([, name = '', chain = '']) => [name, chain] as const,
    ),
  )
  const chains = [
    ...source.matchAll(/<(?:Button|ButtonLink)\b(?:[^<>]|=>|<[^<>]*>)*?>\s*\{([\w.]+)(?:\([^}]*\))?\}/g),
    ...source.matchAll(/submitLabel=\{([\w.]+)[(}]/g),
  ].map(([, chain = '']) => chain)
  return chains.flatMap((chain) => {
    const [first = '', ...rest] = chain.split('.')
    const whole = [...(parts.get(first) ?? first).split('.'), ...rest]
    return whole.length > 1 && !/^(texts?|words|names)$/.test(whole.at(-2)!)
      ? [whole.slice(-2).join('.')]
      : []
  })
}

function saidOf({ path, key, language, text }: Sentence): string {
  return `${path} ${key} (${language}): ${text}`
}

describe('docs/voice.md: money', () => {
  test('the amounts of a list are written by Money, formatAlike or useAmountText, which know the others', () => {
    const alone = paths.filter(
      (path) =>
        /^web\/.*\.tsx$/.test(path) &&
        /(?:\bend=\{|\bcell: )[^}\n]*format\.money\(/.test(readFileSync(join(ROOT, path), 'utf8')),
    )
    expect(alone).toEqual([])
  })
})
