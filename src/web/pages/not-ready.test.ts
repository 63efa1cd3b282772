/** What is not built yet stands at its address and says so in one sentence, but nothing leads there. */
import { expect, test } from 'vitest'
import { keysOf } from '#domain/keys.ts'
import { type UrlKey, type UserType, urlKeys } from '#web/urls.ts'
import { pageOf } from './find-page.ts'
import { findScreen, mayVisit, shownKey } from './find-screen.ts'
import { navigationFor } from './navigation.ts'
import { operatorPages } from './operator-pages.ts'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../{pages,shell,start}/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const allKeys: readonly UrlKey[] = [...urlKeys, ...keysOf(operatorPages.urls)]
const TYPES: readonly UserType[] = ['Customer', 'Crew', 'Operator']
const ownFolder: Record<UserType, RegExp> = {
  Customer: /\/screens\/(customer|places)\//,
  Crew: /\/screens\/(crew|open-work|offers|assignments)\//,
  Operator: /\/screens\/(operator|schedule)\//,
}

function hasScreen(key: UrlKey, type: UserType): boolean {
  return Boolean(findScreen(shownKey(key, type), type, operatorPages))
}

function linksIn(folder: RegExp, keys: readonly UrlKey[]): string[] {
  const product = Object.entries(sources).filter(
    ([path]) => folder.test(path) && !/\.test(ing)?\.tsx?$/.test(path),
  )
  expect(product.length).toBeGreaterThan(3)
  return product.flatMap(([path, text]) =>
    keys
      .filter((key) =>
        new RegExp(`linkTo\\(\\s*'${key}'|["'\`]${pageOf(key, operatorPages)!.path}["'\`?]`).test(text),
      )
      .map((key) => `${path} links to ${key}`),
  )
}

test('§2 pages to come: no screen links to them', () => {
  const missing = allKeys.filter((key) => key !== 'design' && !TYPES.some((type) => hasScreen(key, type)))
  // Old addresses go on to where their page will be; that is no link.
  expect(linksIn(/\/screens\/(?!diagnostics\/)/, missing)).toEqual([])
})

test.each(TYPES)('§2 pages to come: no screen of a %s links to one that they lack', (type) => {
  const missing = allKeys.filter(
    (key) => mayVisit(pageOf(key, operatorPages)!, type) && !hasScreen(key, type),
  )
  expect(linksIn(ownFolder[type], missing)).toEqual([])
})

test('§2 pages to come: no navigation shows them', () => {
  for (const type of TYPES) {
    const { tabs, rest } = navigationFor(type, operatorPages)
    expect([...tabs, ...rest].filter(({ key }) => !hasScreen(key, type))).toEqual([])
    expect(tabs.length).toBeGreaterThan(1)
  }
})
