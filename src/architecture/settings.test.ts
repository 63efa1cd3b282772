/** Who knows the default of a number of the business: everybody else asks what holds in a market at an instant. */
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Rules are tested with the defaults; what an operator set reaches them as an argument. */
const MAY_KNOW = /^src\/domain\/(settings\/|.*\.test\.ts$)|^src\/architecture\/settings\.test\.ts$/

test('the defaults of settings are known to the settings alone', () => {
  const knowing = globSync('{src,sim,bench,e2e}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => relative(ROOT, join(ROOT, path)))
    .filter((path) => !MAY_KNOW.test(path))
    .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('DEFAULT_SETTINGS'))
  expect(knowing, 'read settingsAt(db, market, instant) instead').toEqual([])
})
