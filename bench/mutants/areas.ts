/** Where mutants are planted, and which tests are asked: those that reach the file, the nearest first. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from './run-tests.ts'

/** Rules as they decide: words for people, and what is only counted or drawn, have tests of their own kind. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  money: [
    'src/domain/money.ts',
    'src/domain/{pricing,billing,ledger,payouts,commissions,tax}/*.ts',
    'src/domain/partners/{amount,lines,matching,period}.ts',
  ],
  schedule: ['src/domain/schedule/*.ts'],
  lifecycle: [
    'src/domain/lifecycle.ts',
    'src/domain/{visits,disputes,late-completions}/*.ts',
    'src/domain/ondemand/{graph,progress,cancellation}.ts',
    'src/domain/assignments/{graph,assignment}.ts',
  ],
  permissions: [
    'src/domain/{access,staff,sharing}/*.ts',
    'src/contract/{acting,shared-calls}.ts',
    'src/web/session/{access,looks-after}.ts',
  ],
  offers: ['src/domain/offers/*.ts'],
  'offline queue': [
    'src/domain/offline/*.ts',
    'src/web/offline/queue/{sender,send,closed-page,parcel,store,idb-store,acts}.ts',
  ],
}

/** Tests this near are asked first, and mostly answer; of what a browser does no others. */
export const NEAR_STEPS = 2

const NO_RULES = /\.(test|testing)\.tsx?$|(texts|sentences|icons)\.ts$/

export function filesOf(area: string): string[] {
  const found = (AREAS[area] ?? []).flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  return [...new Set(found)].filter((file) => !NO_RULES.test(file)).sort()
}

/**
 * By steps of imports from a test: 1 is imported by the test itself. Screens are not asked: they wait by the clock, and
 * would fail by themselves on a machine that is busy.
 */
export function readReach(): (file: string) => { readonly file: string; readonly steps: number }[] {
  const tests = globSync(['src/{domain,contract}/**/*.test.ts', 'src/web/**/*.test.ts'], { cwd: ROOT })
  const importers = new Map<string, string[]>()
  const seen = new Set<string>()
  const open = [...tests]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const imported of importsOf(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file])
      open.push(imported)
    }
  }
  const areTests = new Set(tests)
  return (file) => {
    const steps = new Map([[file, 0]])
    const queue = [file]
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      for (const importer of importers.get(next) ?? [])
        if (!steps.has(importer)) {
          steps.set(importer, steps.get(next)! + 1)
          queue.push(importer)
        }
    return [...steps].flatMap(([each, count]) =>
      areTests.has(each) && (count <= NEAR_STEPS || !each.startsWith('src/web/'))
        ? [{ file: each, steps: count }]
        : [],
    )
  }
}

/** What a file imports of ours, also when it is wanted; types do not count. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8')
  const { module } = parseSync(file, code)
  const names = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ]
  return names.flatMap((name) => {
    const path = name.startsWith('#')
      ? `src/${name.slice(1)}`
      : name.startsWith('.')
        ? relative(ROOT, join(ROOT, dirname(file), name))
        : null
    return path !== null && /\.tsx?$/.test(path) && existsSync(join(ROOT, path)) ? [path] : []
  })
}
