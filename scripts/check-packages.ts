/** What is known against the packages of the tree: advisories on their versions, licences that nobody agreed to. */
import semver from 'semver'

export type Installed = {
  readonly name: string
  readonly version: string
  /** As its own package.json says; null where none is given. */
  readonly licence: string | null
}

export type Advisory = {
  /** As its publisher numbers it. */
  readonly id: string
  readonly package: string
  readonly severity: 'low' | 'moderate' | 'high' | 'critical'
  /** Of versions, as npm writes them. */
  readonly range: string
  readonly title: string
  /** Why its packages stay all the same. */
  readonly accepted?: string
}

const TOLD = new Set<Advisory['severity']>(['moderate', 'high', 'critical'])

/** Permissive: whoever passes the product on owes no more than a notice. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
])

/** By the name of a package or the beginning of several, with a `*`. */
export const EXCEPTIONS: Readonly<
  Record<string, { readonly licence: string | null; readonly reason: string }>
> = {
  '@img/sharp-libvips-*': {
    licence: 'LGPL-3.0-or-later',
    reason: 'a library that is linked when it runs, unchanged, and can be exchanged',
  },
  '@img/sharp-wasm32': {
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'the same for machines without a build of their own; not installed on any of ours',
  },
  '@img/sharp-win32-*': {
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'the same for Windows, on which nothing of ours runs',
  },
  'axe-core': { licence: 'MPL-2.0', reason: 'tests only, unchanged' },
  'ical.js': { licence: 'MPL-2.0', reason: 'on the server only, unchanged (decision 2)' },
  lightningcss: { licence: 'MPL-2.0', reason: 'builds the styles, and is not in what it builds' },
  'lightningcss-*': { licence: 'MPL-2.0', reason: 'its builds for each machine' },
  'png-js': { licence: null, reason: 'MIT by the LICENSE file that it brings' },
  '@biomejs/cli-*': { licence: null, reason: 'builds of @biomejs/biome, MIT OR Apache-2.0' },
  '@oxlint-tsgolint/*': { licence: null, reason: 'builds of oxlint-tsgolint, MIT' },
  '@oxlint/binding-*': { licence: null, reason: 'builds of oxlint, MIT' },
  '@tailwindcss/oxide-*': { licence: null, reason: 'builds of @tailwindcss/oxide, MIT' },
}

/** Every package that a lockfile of npm names, each version once. */
export function installedIn(lockfile: {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly license?: string }>>
}): Installed[] {
  return Object.entries(lockfile.packages).flatMap(([path, { version, license }]) => {
    const name = path.split('node_modules/').at(-1)!
    if (path === '' || version === undefined) return []
    return [{ name, version, licence: license ?? null }]
  })
}

/** One sentence for each package with an advisory of moderate severity or more that nobody accepted. */
export function advisoriesOn(installed: readonly Installed[], advisories: readonly Advisory[]): string[] {
  return advisories
    .filter(({ severity, accepted }) => TOLD.has(severity) && accepted === undefined)
    .flatMap((advisory) =>
      installed
        .filter(({ name, version }) => name === advisory.package && isIn(version, advisory.range))
        .map(
          ({ name, version }) =>
            `${name}@${version} is in ${advisory.range} of ${advisory.id} (${advisory.severity}: ${advisory.title})`,
        ),
    )
}

/** One sentence for each package whose licence is neither in the list nor an exception with its reason. */
export function licencesAmiss(installed: readonly Installed[]): string[] {
  return installed
    .filter(({ licence, name }) => !isAllowed(licence) && exceptionOf(name)?.licence !== licence)
    .map(
      ({ name, version, licence }) => `${name}@${version} has the licence ${licence ?? 'of nobody’s saying'}`,
    )
}

/** Exceptions that no package needs. */
export function exceptionsUnused(installed: readonly Installed[]): string[] {
  return Object.keys(EXCEPTIONS).filter(
    (pattern) => !installed.some(({ name, licence }) => !isAllowed(licence) && fits(name, pattern)),
  )
}

/** Early versions count, too: an advisory on all before 2.0.0 is on 2.0.0-beta.1. Throws on what is no range. */
function isIn(version: string, range: string): boolean {
  if (semver.validRange(range) === null) throw new Error(`${range} is no range of versions`)
  return semver.satisfies(version, range, { includePrerelease: true })
}

/** `MIT`, `(MIT OR Apache-2.0)`, `MIT AND Zlib`. */
function isAllowed(licence: string | null): boolean {
  if (licence === null) return false
  const all = licence.replaceAll(/[()]/g, '').split(' AND ')
  return all.every((one) => one.split(' OR ').some((either) => ALLOWED.has(either)))
}

function exceptionOf(name: string) {
  const pattern = Object.keys(EXCEPTIONS).find((each) => fits(name, each))
  return pattern === undefined ? undefined : EXCEPTIONS[pattern]
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
