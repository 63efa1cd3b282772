/** The house's rules about itself: who may import whom, how large things may grow, which names are closed. The only place that knows them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.cache'])

type SourceFile = {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly string[]
}

const files = listFiles(ROOT)
  .filter((path) => /\.tsx?$/.test(path))
  .map(readSource)
const sources = files.filter(({ path }) => path.startsWith('src/'))
const production = sources.filter(
  ({ path }) => !/\.(test|testing|setup)\.tsx?$/.test(path) && !path.startsWith('src/testing/'),
)

/** First matching row decides: files of `from` may import only files of `to` (and packages that `packages` allows). */
const ALLOWED: readonly { from: RegExp; to: RegExp; packages?: RegExp; instead: string }[] = [
  {
    from: /^src\/domain\//,
    to: /^src\/domain\//,
    packages: /^$/,
    instead: 'domain imports only domain: pass what it needs as an argument',
  },
  {
    from: /^src\/contract\//,
    to: /^src\/(contract|domain)\//,
    packages: /^zod$/,
    instead: 'contract imports only domain and zod',
  },
  {
    from: /^src\/web\//,
    to: /^src\/(web|contract|domain)\//,
    instead: 'web never imports the server: put what both need into contract',
  },
  {
    from: /^src\/server\/(main|open)\.ts$/,
    to: /^src\/(server|contract|domain)\//,
    instead: 'the server imports server, contract and domain',
  },
  {
    from: /^src\/server\/ports\//,
    to: /^src\/(server\/(ports|db|app|config|tasks\/queue|routes)\b|domain\/|contract\/)/,
    instead: 'an adapter knows ports, the database and domain',
  },
  {
    from: /^src\/server\/.*\/(actions|queries)\.ts$|^src\/server\/.*\/(?!endpoints)[a-z-]+\.ts$/,
    to: /^src\/(server\/(?!main|open|ports\/[a-z]+\/(?!(port|payments|failure|hosted-forms)\.ts|behaviour))|contract\/|domain\/)/,
    instead:
      'actions see only the types of a port (port.ts and what stands beside it); main.ts chooses adapters',
  },
  {
    from: /^src\/server\//,
    to: /^src\/(server|contract|domain)\//,
    instead: 'the server imports server, contract and domain',
  },
]

describe('imports', () => {
  test.each(ALLOWED.map((row, index) => [index, row.from, row] as const))(
    'row %i: %s imports only what it may',
    (index, _from, row) => {
      const mine = production.filter(({ path }) => ALLOWED.findIndex(({ from }) => from.test(path)) === index)
      const wrong = mine.flatMap(({ path, imports }) =>
        imports
          .filter((target) =>
            target.startsWith('src/')
              ? !row.to.test(target)
              : row.packages !== undefined && !row.packages.test(target),
          )
          .map((target) => `${path} imports ${target}: ${row.instead}`),
      )
      expect(wrong).toEqual([])
    },
  )

  test('nobody goes round in a circle', () => {
    expect(findCycles(production)).toEqual([])
  })

  test('production code does not import tests or their builders', () => {
    const wrong = production
      .filter(({ path }) => !/behaviour(-[a-z-]+)?\.ts$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => /^(src\/testing\/(?!cast\.ts)|vitest)|\.test\.tsx?$/.test(target))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('only the session gate and those who stand in for it mint scopes', () => {
    const minting = files.filter(
      ({ path, text }) =>
        text.includes('mintScope') && path !== 'src/server/scope.ts' && path !== 'src/architecture.test.ts',
    )
    const allowed =
      /^src\/server\/(http\/session|acting\/read-acting-scope|acting\/read-seeing-scope|sharing\/read-shared-scope|workers\/|users\/read-crew-of-link)|^src\/(testing|cli)\/|^(sim|bench)\/|\.test\.ts$/
    expect(minting.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([])
  })
})

describe('domain', () => {
  test('takes time and chance as arguments', () => {
    const wrong = production
      .filter(({ path }) => path.startsWith('src/domain/'))
      .filter(({ text }) =>
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bTemporal\.Now\b|\bperformance\.now\(/.test(text),
      )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('size', () => {
  const limitOf = (path: string) =>
    /\.(test|spec)\.tsx?$/.test(path) ? 500 : /\/screens\//.test(path) ? 250 : 300
  const GENERATED = /src\/server\/db\/tables\.ts$/

  test('no file is too long', () => {
    const long = files.filter(({ path, lines }) => !GENERATED.test(path) && lines > limitOf(path))
    expect(long.map(({ path, lines }) => `${path} has ${lines} lines of ${limitOf(path)}`)).toEqual([])
  })

  /** 65 lines in November 2026; the aim of 60 is taste. */
  test('the median file stays short', () => {
    const lengths = production.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(70)
  })

  test('folders are at most three deep under src', () => {
    const deep = sources.filter(({ path }) => path.split('/').length > 5)
    expect(deep.map(({ path }) => path)).toEqual([])
  })
})

describe('names', () => {
  test('there are no drawers', () => {
    const drawers = files.filter(({ path }) =>
      /(^|\/)(utils?|helpers?|common|misc|manager|base)(\.|\/)/.test(path),
    )
    expect(drawers.map(({ path }) => path)).toEqual([])
  })

  test('there are no default exports, barrels, suppressions or loose ends', () => {
    const wrong = sources
      .filter(({ path }) => path !== 'src/architecture.test.ts')
      .flatMap(({ path, text }) =>
        [
          /^export default/m,
          /^export \* from/m,
          /@ts-(ignore|expect-error|nocheck)/,
          /(oxlint|eslint)-disable|biome-ignore/,
          /\b(TODO|FIXME)\b/,
        ]
          .filter((pattern) => pattern.test(text))
          .map((pattern) => `${path} has ${pattern.source}`),
      )
    expect(wrong).toEqual([])
  })

  test('only config.ts reads the environment', () => {
    const readers = production.filter(
      ({ path, text }) => /\bprocess\.env\b/.test(text) && !/^src\/(server\/config|cli\/)/.test(path),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })
})

describe('registries', () => {
  const serverTests = files
    .filter(({ path }) => /\.(test|spec)\.ts$/.test(path))
    .map(({ text }) => text)
    .join('\n')

  test('no endpoint is written twice: the later would silently take the place of the other', () => {
    const keys = files
      .filter(({ path }) => path.startsWith('src/contract/'))
      .flatMap(({ text }) => [...text.matchAll(/^ {2}'([A-Z]+ \/[^']+)': \{$/gm)].map(([, key]) => key))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect([...keys].sort()).toEqual(Object.keys(contract).sort())
  })

  test('every endpoint is called by a test through HTTP', () => {
    const untested = Object.keys(contract).filter(
      (key) =>
        !new RegExp(`call\\(\\s*'${key.replaceAll('/', '\\/').replaceAll('.', '\\.')}'`).test(serverTests),
    )
    expect(untested).toEqual([])
  })

  test('every dependency has its reason written down', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const reasons = readFileSync(join(ROOT, 'docs/decisions/0002-dependencies.md'), 'utf8')
    const names = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(36)
    expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([])
  })
})

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const found = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
  ]
  const imports = found.map((match) => resolveImport(path, match[1] ?? match[2]!))
  return { path: relative(ROOT, path), text, lines: text.split('\n').length - 1, imports }
}

function resolveImport(from: string, target: string): string {
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  if (target.startsWith('.')) return relative(ROOT, resolve(dirname(from), target))
  return target
}

/** Each circle once, named by its files in order. Type-only imports count: a circle of types is a knot, too. */
function findCycles(all: readonly SourceFile[]): string[] {
  const byPath = new Map(all.map((file) => [file.path, file]))
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const target of byPath.get(path)?.imports ?? [])
      if (byPath.has(target)) walk(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of all) walk(path, [])
  return cycles
}
