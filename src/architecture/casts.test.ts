/**
 * How often production code tells the compiler what to believe (`value as Type`, `<Type>value`). Each is a place where
 * the types may lie; the limit only goes down. Read from the syntax tree, so words in comments, SQL and imports,
 * and `as const`, do not count. A cast through `unknown` counts twice.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const LIMIT = 36
const SOURCE = resolve(import.meta.dirname, '..')

test.each([
  ['a cast', 'const a = b as string', ['b as string']],
  ['a cast in angles', 'const a = <string>b', ['<string>b']],
  ['each step of a cast through unknown', 'f(b as unknown as A)', ['b as unknown as A', 'b as unknown']],
  ['a cast inside a cast', 'const a = [b as B] as C', ['[b as B] as C', 'b as B']],
  ['a cast in a template, between texts', `const a = \`x as y \${b as B}\``, ['b as B']],
  ['a cast over lines', 'const a = b as\n  B', ['b as B']],
  ['no constant', "const a = ['b'] as const", []],
  ['no type that is kept', 'const a = { b } satisfies A', []],
  [
    'no renamed import or export',
    "import { a as b } from 'c'\nimport * as d from 'e'\nexport { b as f }",
    [],
  ],
  ['no alias in SQL', "sql`select a as b`; select(['a as b'])", []],
  ['no comment', '// b as string\n/* c as D */ let e', []],
  ['no mapped key', 'type A = { [K in B as `x${K}`]: C }', []],
  ['no generic arrow', 'const a = <T,>(b: T) => b', []],
])('counts %s', (_what, text, found) => {
  expect(castsIn('a.ts', text).map((cast) => cast.text)).toEqual(found)
})

test('counts a cast in a screen, not a word of it', () => {
  const casts = castsIn('a.tsx', 'const a = <A b={c as D}>as good as new</A>')
  expect(casts).toEqual([{ line: 1, text: 'c as D' }])
})

test(`production code casts at most ${LIMIT} times`, () => {
  const casts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
    .flatMap((path) =>
      castsIn(path, readFileSync(join(SOURCE, path), 'utf8')).map((cast) => ({ path, ...cast })),
    )
  expect(casts.length, `${casts.length} casts:\n${listByRoom(casts)}`).toBeLessThanOrEqual(LIMIT)
})

type Cast = { readonly line: number; readonly text: string }

function castsIn(path: string, text: string): Cast[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const casts: Cast[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isCast(node)) {
      const written = text.slice(node.start, node.end)
      if (!/\bas\s+const$/.test(written))
        casts.push({
          line: text.slice(0, node.start).split('\n').length,
          text: written.replace(/\s+/g, ' '),
        })
    }
    for (const inside of Object.values(node)) visit(inside)
  }
  visit(program)
  return casts
}

function isCast(node: object): node is { start: number; end: number } {
  return 'type' in node && (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion')
}

/** Tests, what they are built from, and the suites that every adapter of a port passes. */
function isTest(path: string): boolean {
  return /\.(test|testing|setup)\.tsx?$|(^|\/)behaviour(-[a-z-]+)?\.ts$|^testing\//.test(path)
}

function listByRoom(casts: readonly (Cast & { path: string })[]): string {
  const rooms = Map.groupBy(casts, ({ path }) => path.split('/').slice(0, 2).join('/'))
  return [...rooms]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(
      ([room, own]) =>
        `${room}: ${own.length}\n${own.map(({ path, line, text }) => `  src/${path}:${line} ${text}`).join('\n')}`,
    )
    .join('\n')
}
