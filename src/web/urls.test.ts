import { expect, test } from 'vitest'
import { PAGE_PATHS } from '#contract/pages.ts'
import { keysOf } from '#domain/keys.ts'
import { operatorUrls } from './operator-urls.ts'
import { core as english } from './text/en.ts'
import { operatorShell } from './text/operator-en/shell.ts'
import { findUrl, isOperatorKey, isOperatorPath, linkTo, urlKeys, urls } from './urls.ts'

const operatorKeys = keysOf(operatorUrls)

test('the tables cover exactly the pages that the server answers, and the design page', () => {
  const paths: string[] = [
    ...urlKeys.map((key) => urls[key].path),
    ...operatorKeys.map((key) => operatorUrls[key].path),
  ]
  expect(paths.toSorted()).toEqual([...PAGE_PATHS, '/design'].toSorted())
})

test('every page has a title', () => {
  expect(Object.keys(english.shell.titles).toSorted()).toEqual(urlKeys.toSorted())
  expect(Object.keys(operatorShell.titles).toSorted()).toEqual(operatorKeys.toSorted())
})

test.each(operatorKeys)('a link to %s needs no table: the key says the path, parameters follow', (key) => {
  const { path } = operatorUrls[key]
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
  // Which parameters a key wants is known to the types only of a key that is written out.
  const link: unknown = Reflect.apply(linkTo, undefined, [key, params])
  expect(link).toBe(path.replace(/:(\w+)/g, '%3C$1%3E'))
  expect(isOperatorKey(key)).toBe(true)
  expect(isOperatorPath(path)).toBe(true)
})

test('no page of others looks like one of operators', () => {
  expect(urlKeys.filter((key) => isOperatorKey(key) || isOperatorPath(urls[key].path))).toEqual([])
  expect(isOperatorPath('/operators')).toBe(false)
})

test('links carry their parameters and query, escaped', () => {
  expect(linkTo('receipt', { paymentID: 'a/b' })).toBe('/account/payments/a%2Fb')
  expect(linkTo('complex', {}, { id: 'x y', page: undefined })).toBe('/complex?id=x+y')
  expect(linkTo('home')).toBe('/')
})

test.each([
  ['/', 'home'],
  ['/offer/12', 'offer'],
  ['/offer-OLD', 'oldOffer'],
  ['/offer-old', undefined],
  ['/jobs/', undefined],
  ['/account/payments/', undefined],
  ['/no-such-page', undefined],
])('%s is %s', (pathname, key) => {
  expect(findUrl(pathname)).toBe(key)
})
