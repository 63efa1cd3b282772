import { expect, test } from 'vitest'
import { PAGE_PATHS } from '#contract/pages.ts'
import { core as english } from './text/en.ts'
import { findUrl, linkTo, urlKeys, urls } from './urls.ts'

test('the table covers exactly the pages that the server answers, and the design page', () => {
  const paths: string[] = urlKeys.map((key) => urls[key].path)
  expect(paths.toSorted()).toEqual([...PAGE_PATHS, '/design'].toSorted())
})

test('every page has a title', () => {
  expect(Object.keys(english.shell.titles).toSorted()).toEqual(urlKeys.toSorted())
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
