/** What the documents name is there: files, folders, headings, commands, environment variables. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results'])
/** What a running server keeps here. */
const KEPT_DATA = /^data\/(photos|postgres)$/
/** Folders that are not kept in git. */
const MADE_HERE = /^(node_modules|dist|test-results)(\/|$)/

const paths = pathsBelow(ROOT)
const documents = paths
  .filter((path) => /^(README|CONTRIBUTING|docs\/.*|data\/README|\.github\/.*)\.md$/.test(path))
  .concat('src/server/db/migrations/README.md')
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const manifest = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>
const benches = [...read('bench/main.ts').matchAll(/^ {2}'?([a-z-]+)'?: \(\) => import/gm)].map(
  ([, name]) => name!,
)
const settings = [
  ...(read('src/server/config.ts') + read('src/server/hospitable-keys.ts')).matchAll(
    /^ {2}([A-Z][A-Z0-9_]*): z\b/gm,
  ),
].map(([, name]) => name!)

describe.each(documents)('$path', ({ path, text }) => {
  test('links to files and headings that are there', () => {
    const wrong = linksOf(text).flatMap((link) => {
      const [file = '', heading] = link.split('#')
      const target = file === '' ? path : normalize(join(dirname(path), file)).replace(/\/$/, '')
      if (!paths.includes(target)) return [`(${link}): there is no ${target}; correct the link`]
      if (heading === undefined || headingsOf(read(target)).includes(heading)) return []
      return [`(${link}): ${target} has no heading ${heading}; it has ${headingsOf(read(target)).join(', ')}`]
    })
    expect(wrong).toEqual([])
  })

  test('names files and folders of today', () => {
    const wrong = codeOf(text)
      .filter(isPath)
      .filter((name) => !isThere(name) && !isPackage(name))
      .map((name) => `\`${name}\`: ${whereNow(name)}`)
    expect(wrong).toEqual([])
  })

  test('names commands that exist', () => {
    const wrong = [...commandsOf(text)]
      .filter(([whole, , command, argument]) => !isCommand(whole, command!, argument))
      .map(([whole]) => `${whole}: no such script, bench or file; see package.json and bench/main.ts`)
    expect(wrong).toEqual([])
  })

  test('names environment variables that somebody reads', () => {
    const named = codeOf(text).flatMap(
      (code) => /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=.*)?$/.exec(code)?.[1] ?? [],
    )
    expect(named.filter((name) => !settings.includes(name) && !readElsewhere().includes(name))).toEqual([])
  })
})

test('docs/operating.md has every variable of config.ts in its table, and no other', () => {
  const rows = [...read('docs/operating.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(([, cell]) =>
    codeOf(cell!),
  )
  expect(rows.sort()).toEqual([...settings].sort())
})

test.each(['README.md', 'docs/operating.md'])('%s lists every bench, and no other', (path) => {
  const row = read(path)
    .split('\n')
    .find((line) => line.startsWith('| `npm run bench'))!
  const named = codeOf(row).map((code) => code.replace(/^npm run bench -- /, ''))
  expect(named.filter((name) => name !== 'NAME').sort()).toEqual([...benches].sort())
})

test.each([
  ['src/domain', true],
  ['visits/graph.ts', true],
  ['open.ts', true],
  ['screens/<area>/screens.ts', true],
  ['ports/', true],
  ['package.json', true],
  ['/api/health', false],
  ['@types/node', false],
  ['METHOD /path', false],
  ['application/json', false],
])('%s is read as a path: %s', (code, expected) => {
  expect(isPath(code)).toBe(expected)
})

test('a path that moved, a heading that is gone and a link that is broken are seen', () => {
  expect(isThere('domain/money.ts')).toBe(true)
  expect(isThere('money.ts')).toBe(true)
  expect(isThere('ain/money.ts')).toBe(false)
  expect(isThere('server/money.ts')).toBe(false)
  expect(isThere('screens/<area>/screens.ts')).toBe(true)
  expect(headingsOf('# One `thing`, *two*\n## Ports & adapters')).toEqual([
    'one-thing-two',
    'ports--adapters',
  ])
  expect(linksOf('[a](b.md) ![c](d.jpg) [e](https://f.example) `[g](h)`')).toEqual(['b.md', 'd.jpg'])
})

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Files and folders, from the root. */
function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (SKIPPED.has(entry.name) || KEPT_DATA.test(relative(ROOT, path))) return []
    return [relative(ROOT, path), ...(entry.isDirectory() ? pathsBelow(path) : [])]
  })
}

function linksOf(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link))
}

/** What stands between backticks, in a line. */
function codeOf(text: string): string[] {
  return [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
}

function commandsOf(text: string): RegExpMatchArray[] {
  const blocks = [...text.matchAll(/```([\s\S]*?)```/g)].map(([, block]) => block!)
  return [...codeOf(text), ...blocks].flatMap((code) => [
    ...code.matchAll(/\b(?:npm (?:run )?|node )(-s )?([a-z][\w:./-]*)(?: -- ([a-z][\w-]*))?/g),
  ])
}

/** As GitHub makes them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Some are named like files. */
function isPackage(name: string): boolean {
  return name in manifest.dependencies || name in manifest.devDependencies
}

function isPath(code: string): boolean {
  if (/^(application|image|text)\/(json|csv|plain|html|webp|jpeg|png|event-stream)$/.test(code)) return false
  return /^\.?[\w<][\w.*<>{},-]*(\/[\w.*<>{},-]+)*(\/|\.(ts|tsx|js|json|sql|css|md|html|csv|geojson))$|^[\w<][\w-]*(\/[\w.*<>{},-]+)+$/.test(
    code,
  )
}

/** `visits/graph.ts` may lie in any layer; `*`, `<area>` and `{a,b}` stand for what fits. */
function isThere(name: string): boolean {
  // A package whose name looks like a file's.
  if (MADE_HERE.test(name) || name === 'ical.js') return true
  const pattern = name
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replaceAll(/<[^>]*>/g, '[^/]+')
    .replaceAll(/\{([^}]*)\}/g, (_, list: string) => `(${list.replaceAll(',', '|')})`)
  const whole = new RegExp(`(^|/)${pattern}$`)
  return paths.some((path) => whole.test(path))
}

function whereNow(name: string): string {
  const last = name.replace(/\/$/, '').split('/').at(-1)!
  const found = paths.filter((path) => path.split('/').at(-1) === last)
  return found.length === 0
    ? 'no such file or folder; name what took its place'
    : `it is now ${found.join(' or ')}; write that`
}

function isCommand(whole: string, command: string, argument: string | undefined): boolean {
  if (whole.startsWith('node ')) return paths.includes(command)
  const isScript = manifest.scripts[command] !== undefined || ['ci', 'install'].includes(command)
  return isScript && (command !== 'bench' || argument === undefined || benches.includes(argument))
}

/** Variables for tests and benches, which `config.ts` does not know. */
function readElsewhere(): string[] {
  const code = paths
    .filter((path) => /^(src\/testing|e2e|bench|scripts|sim)\/.*\.[jt]s$/.test(path))
    .map(read)
  return code.flatMap((text) =>
    [...text.matchAll(/process\.env(?:\['([A-Z_]+)'\]|\.([A-Z_]+))/g)].map(
      ([, one, other]) => (one ?? other)!,
    ),
  )
}
