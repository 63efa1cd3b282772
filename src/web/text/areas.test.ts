import { expect, test } from 'vitest'
import { keysOf } from '#domain/keys.ts'
import { type Area, areas } from './areas.ts'
import { operatorAreas } from './operator-areas.ts'

/**
 * Words beyond the core are there only when an area of screens lists them in its `areas`. This walks from each list
 * of screens through everything it imports, and finds words that would be missing.
 */
const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../**/*.testing.{ts,tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const allAreas: readonly Area[] = [...keysOf(areas), ...keysOf(operatorAreas)]
const areaFiles = Object.keys(sources).filter((file) =>
  /\/screens\/[\w-]+\/(operator-)?screens\.ts$/.test(file),
)

test.each(areaFiles)('%s lists every area of words that its screens use', (file) => {
  const listed = /areas: \[([^\]]*)\]/.exec(sources[file] ?? '')?.[1] ?? ''
  const missing = reachable(file).flatMap(({ path, fetched }) =>
    usedAreas(sources[path] ?? '')
      .filter((area) => !listed.includes(`'${area}'`) && !fetched.includes(area))
      .map((area) => `${path} uses ${area}`),
  )
  expect(missing).toEqual([])
})

test('the walk finds words however they are taken', () => {
  expect(usedAreas('const { customer, ui } = useText()')).toEqual(['customer'])
  expect(usedAreas('const words = useText().crew.home')).toEqual(['crew'])
  expect(usedAreas('const text = useText()\ntext.money.due')).toEqual(['money'])
  expect(usedAreas('currentText().operator')).toEqual(['operator'])
  expect(usedAreas('const { customer: { visits } } = useText()')).toEqual(['customer'])
  expect(usedAreas('const { operator } = useText().money')).toEqual(['money'])
  expect(usedAreas("await loadAreas(['offline'])\nuseText().offline")).toEqual([])
})

type Reached = { readonly path: string; readonly fetched: readonly string[] }

/** The file and all that it imports, at once or when a screen is opened, with the areas that were fetched on the way. */
function reachable(start: string): Reached[] {
  const seen = new Map<string, Reached>()
  const waiting: Reached[] = [{ path: start, fetched: [] }]
  for (let reached = waiting.pop(); reached !== undefined; reached = waiting.pop()) {
    const { path } = reached
    const key = `${path} ${reached.fetched.join()}`
    if (seen.has(key) || !(path in sources)) continue
    seen.set(key, reached)
    const source = sources[path] ?? ''
    const fetched = [...new Set([...reached.fetched, ...fetchedBeside(source)])].sort()
    for (const [, target = ''] of source.matchAll(/\bfrom\s*'([^']+)'/g))
      waiting.push({ path: resolve(path, target), fetched: reached.fetched })
    for (const [, target = ''] of source.matchAll(/\bimport\(\s*'([^']+)'/g))
      waiting.push({ path: resolve(path, target), fetched })
  }
  return [...seen.values()]
}

/** What a file fetches together with the part that it opens. */
function fetchedBeside(source: string): string[] {
  return [...source.matchAll(/loadAreas\(\['(\w+)'\]\)/g)].map(([, area = '']) => area)
}

/** Paths are written from this folder: `../ui/button.tsx`. */
function resolve(from: string, target: string): string {
  if (target.startsWith('#web/')) return `../${target.slice('#web/'.length)}`.replace(/^\.\.\/text\//, './')
  if (target.startsWith('./')) return from.slice(0, from.lastIndexOf('/') + 1) + target.slice(2)
  return target
}

/** Without those that the file loads by itself before it shows them. */
function usedAreas(source: string): string[] {
  const names = new Set<string>()
  for (const [, taken = ''] of source.matchAll(/const \{([^=]*)\} = (?:useText|currentText)\(\)(?!\.)/g))
    for (const [name] of taken.matchAll(/\w+/g)) names.add(name)
  for (const [, name = ''] of source.matchAll(/(?:useText|currentText)\(\)\.(\w+)/g)) names.add(name)
  for (const [, variable = ''] of source.matchAll(/const (\w+) = (?:useText|currentText)\(\)\s/g))
    for (const [, name = ''] of source.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))) names.add(name)
  return allAreas.filter((area) => names.has(area) && !source.includes(`loadAreas(['${area}'])`))
}
