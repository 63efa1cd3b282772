import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const COMPILER = join(import.meta.dirname, '../../node_modules/.bin/tsc')
const FLAGS = [
  '--noEmit',
  '--strict',
  '--module',
  'preserve',
  '--allowImportingTsExtensions',
  '--skipLibCheck',
]

/** Each line is a catalogue or a plural; those that are wrong say why. */
const LINES: readonly (readonly [fault: string | null, line: string])[] = [
  [null, "catalogue({ en: { a: 'A' }, es: { a: 'Á' } })"],
  [null, 'catalogue({ en: { f: (n: number) => `${n}` }, es: { f: (n) => n.toFixed() } })'],
  [null, 'catalogue({ en: { f: (x: string) => ({ title: x }) }, es: { f: (x) => ({ title: x }) } })'],
  [null, "catalogue({ en: { d: { a: 'a', l: ['x', 'y'] } }, es: { d: { a: 'á', l: ['z', 'w'] } } })"],
  ['a language is missing', "catalogue({ en: { a: 'A' } })"],
  ['a sentence is missing', "catalogue({ en: { a: 'A', b: 'B' }, es: { a: 'Á' } })"],
  ['a sentence is missing deep down', "catalogue({ en: { d: { a: 'A', b: 'B' } }, es: { d: { a: 'Á' } } })"],
  ['English lacks a sentence', "catalogue({ en: { a: 'A' }, es: { a: 'Á', b: 'B' } })"],
  ['an argument is missing', "catalogue({ en: { f: (n: number) => `${n}` }, es: { f: () => 'x' } })"],
  [
    'there is an argument too many',
    'catalogue({ en: { f: (n: number) => `${n}` }, es: { f: (n, m) => `${n}${m}` } })',
  ],
  [
    'an argument is of another kind',
    'catalogue({ en: { f: (n: number) => `${n}` }, es: { f: (n: string) => n } })',
  ],
  ['a text stands for a function', "catalogue({ en: { f: (n: number) => `${n}` }, es: { f: 'x' } })"],
  [
    'half of what is said is missing',
    'catalogue({ en: { f: (x: string) => ({ title: x, text: x }) }, es: { f: (x) => ({ title: x }) } })',
  ],
  ['a list is shorter', "catalogue({ en: { l: ['a', 'b'] }, es: { l: ['a'] } })"],
  [
    'what is fetched lacks a sentence',
    "inBothLanguages(async () => ({ a: 'A', b: 'B' }), async () => ({ a: 'Á' }))",
  ],
  [
    'what is fetched lacks an argument',
    "inBothLanguages(async () => ({ f: (n: number) => `${n}` }), async () => ({ f: () => 'x' }))",
  ],
  [
    'a caller names nothing',
    'catalogue({ en: { f: (n: number) => `${n}` }, es: { f: (n) => `${n}` } }).es.f()',
  ],
  ['a caller asks for what nobody says', "catalogue({ en: { a: 'A' }, es: { a: 'Á' } }).es.b"],
  [null, "plural.es(2, { one: 'visita', other: 'visitas' })"],
  ['a plural form is missing', "plural.es(2, { one: 'visita' })"],
  ['English has no such form', "plural.en(2, { one: 'visit', many: 'visits', other: 'visits' })"],
]

test('what is missing in a language, or too much, does not compile', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  const file = join(folder, 'lines.ts')
  const imports = [
    `import { catalogue, inBothLanguages } from '${import.meta.dirname}/catalogue.ts'`,
    `import { plural } from '${import.meta.dirname}/plural.ts'`,
  ]
  await writeFile(file, [...imports, ...LINES.map(([, line]) => line)].join('\n'))
  const output = await new Promise<string>((done) => {
    execFile(COMPILER, [...FLAGS, '--target', 'esnext', '--ignoreConfig', file], (_, out) => done(out))
  })
  await rm(folder, { recursive: true })
  const faulty = new Set([...output.matchAll(/lines\.ts\((\d+),/g)].map(([, line]) => Number(line)))
  const refused = LINES.filter((_, index) => faulty.has(index + 1 + imports.length)).map(([, line]) => line)
  expect(refused).toEqual(LINES.filter(([fault]) => fault !== null).map(([, line]) => line))
})

test('a catalogue says each sentence in the language asked for', () => {
  const texts = catalogue({
    en: { hello: (name: string) => `Hello ${name},`, bye: 'Goodbye.' },
    es: { hello: (name) => `Hola ${name}:`, bye: 'Adiós.' },
  })
  expect([texts.en.hello('Ana'), texts.es.hello('Ana'), texts.es.bye]).toEqual([
    'Hello Ana,',
    'Hola Ana:',
    'Adiós.',
  ])
})
