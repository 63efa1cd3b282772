import { expect, test } from 'vitest'
import { keysOf } from '#domain/keys.ts'
import { type Area, areas, loadTexts } from './areas.ts'
import { core as english } from './en.ts'
import { core as spanish } from './es.ts'
import { operatorAreas } from './operator-areas.ts'

const TREES: readonly ('core' | Area)[] = ['core', ...keysOf(areas), ...keysOf(operatorAreas)]

/** The text of every component. The development page shows samples; its words are not product text. */
const components = import.meta.glob<string>(
  ['../**/*.tsx', '!../**/*.test.tsx', '!../**/*.testing.tsx', '!../screens/dev/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

test.each(TREES)('%s has the same keys in English and Spanish', async (area) => {
  const [en, es] = await bothLanguages(area)
  expect(leaves(es).map(([path]) => path)).toEqual(leaves(en).map(([path]) => path))
})

test.each(TREES)('no word of %s is empty', async (area) => {
  for (const tree of await bothLanguages(area))
    for (const [path, value] of leaves(tree)) expect(value, path).not.toBe('')
})

test.each(TREES)('functions of %s take as many arguments in Spanish', async (area) => {
  const [en, es] = await bothLanguages(area)
  const spanishLeaves = new Map(leaves(es))
  for (const [path, value] of leaves(en))
    if (typeof value === 'function')
      expect((spanishLeaves.get(path) as () => string).length, path).toBe(value.length)
})

test.each(Object.keys(components))('%s shows no words of its own', (file) => {
  expect(literalTexts(components[file]!)).toEqual([])
})

test('the scan for literal words finds what it should', () => {
  expect(literalTexts('<p>Hello there</p>')).toEqual(['Hello there'])
  expect(literalTexts('<input placeholder="Your name" />')).toEqual(['placeholder="Your name"'])
  expect(literalTexts("<Card title={'Visits'} />")).toEqual(["title={'Visits'}"])
  expect(literalTexts('<Card title={text.visits}>{count} · {text.of}</Card>')).toEqual([])
  expect(literalTexts('const a = useState<Map<string, number>>(new Map())')).toEqual([])
})

async function bothLanguages(area: 'core' | Area): Promise<[object, object]> {
  if (area === 'core') return [english, spanish]
  return await Promise.all([loadTexts(area, 'en'), loadTexts(area, 'es')])
}

function leaves(tree: object, path = ''): [string, unknown][] {
  return Object.entries(tree).flatMap(([key, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}.${key}`)
      : [[`${path}.${key}`, value]],
  )
}

const WORD_PROPS =
  'aria-label|placeholder|title|alt|label|subtitle|hint|submitLabel|detail|body|aria-description|aria-roledescription'

/** Text between tags, and text given to properties that people read. Needs a letter; `404` is no word. */
function literalTexts(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const between = [
    ...code.matchAll(
      /(?:<\/?[A-Za-z][^<>]*(?:=>[^<>]*)*|\}|\/)>\s*([^<>{}()=;]*?\p{L}[^<>{}()=;]*?)\s*(?=<\/?[A-Za-z]|\{)/gu,
    ),
  ]
    .map((match) => match[1]!.trim())
    // What stands between two pieces of markup may also be code.
    .filter((words) => !/^[:?&|]|(&&|\|\|)$/.test(words))
    .filter(
      (words) => !/^(extends|import|export|const|function|return|type|case '\w+':\s+return)\b/.test(words),
    )
  const props = new RegExp(
    `\\b(?:${WORD_PROPS})=(?:"[^"]*\\p{L}[^"]*"|\\{(?:'[^']*\\p{L}[^']*'|\`[^\`$]*\\p{L}[^\`$]*\`)\\})`,
    'gu',
  )
  return [...between, ...[...code.matchAll(props)].map((match) => match[0])]
}
