/** A clone is whole: nothing that is run here names a file outside of the repository. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['src', 'scripts', 'bench', 'e2e', 'sim', 'public', '.ci']
const SELF = 'src/architecture/whole-clone.test.ts'

const files = [
  ...FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder))),
  ...readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(ROOT, name)),
].filter((path) => /\.(ts|tsx|js|json|sh|html|css)$|\/\.ci\/run$/.test(path) && !path.endsWith('-lock.json'))

/** `../` in a string is meant from the file's own folder. */
const CLIMBING = /['"`]((?:\.\.\/)+[^'"`\s]*)['"`]/g
/** Folders of people and of volumes; those of the operating system (`/usr`, `/tmp`, …) are where programs are looked for. */
const SOMEBODYS = /['"`](\/(?:home|Users|root|work|workspace|mnt|media|srv|data)\/[^'"`\s]*)['"`]/g

test.each([
  [
    `join(import.meta.dirname, '../../shared/listings.csv')`,
    'bench/import.ts',
    ['../../shared/listings.csv'],
  ],
  [`join(import.meta.dirname, '../data/listings.csv')`, 'bench/import.ts', []],
  [`import { a } from '../../../b.ts'`, 'src/one/two/a.ts', []],
  [`readFile("../shared/listings.csv")`, 'scripts/a.js', []],
  [`readFile("../../listings.csv")`, 'scripts/a.js', ['../../listings.csv']],
  ['readFile(`/home/ada/listings.csv`)', 'scripts/a.js', ['/home/ada/listings.csv']],
  [`spawn('/usr/bin/env')`, 'scripts/a.js', []],
])('%s in %s', (text, path, expected) => {
  expect(leaving(text, join(ROOT, path))).toEqual(expected)
})

test('no file names another outside of the repository', () => {
  const wrong = files
    .filter((path) => relative(ROOT, path) !== SELF)
    .flatMap((path) =>
      leaving(readFileSync(path, 'utf8'), path).map(
        (name) =>
          `${relative(ROOT, path)} names ${name}: bring what it needs into data/, with source and licence`,
      ),
    )
  expect(wrong).toEqual([])
})

function leaving(text: string, path: string): string[] {
  const climbing = [...text.matchAll(CLIMBING)].map(([, name]) => name!)
  const outside = climbing.filter((name) => relative(ROOT, resolve(dirname(path), name)).startsWith('..'))
  return [...outside, ...[...text.matchAll(SOMEBODYS)].map(([, name]) => name!)]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
