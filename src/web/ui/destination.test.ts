import { expect, test } from 'vitest'
import { classifyDestination, internalPathOr } from './destination.ts'

test.each([
  ['/jobs', 'internal'],
  ['jobs?week=2', 'internal'],
  ['#top', 'internal'],
  ['https://example.com', 'external'],
  ['HTTPS:example.com', 'external'],
  ['mailto:a@b.c', 'external'],
  ['tel:3035551234', 'external'],
  ['//example.com', 'external'],
  ['\\\\example.com', 'external'],
  ['/\\example.com', 'external'],
  ['/\t/example.com', 'external'],
  ['javascript:alert(1)', 'forbidden'],
  [' JaVaScRiPt:alert(1)', 'forbidden'],
  ['java\nscript:alert(1)', 'forbidden'],
  ['data:text/html,x', 'forbidden'],
  ['blob:https://x', 'forbidden'],
  ['vbscript:x', 'forbidden'],
])('§8 external addresses: %j is %s', (to, kind) => {
  expect(classifyDestination(to)).toBe(kind)
})

test.each([
  ['/jobs?week=2#today', '/jobs?week=2#today'],
  ['/', '/'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['/\t/evil.example', '/home'],
  ['https:evil.example', '/home'],
  ['javascript:alert(1)', '/home'],
  ['jobs', '/home'],
  ['', '/home'],
  [null, '/home'],
  ['/@evil.example', '/@evil.example'],
])('after signing in %j leads to %s', (to, path) => {
  expect(internalPathOr(to, '/home')).toBe(path)
})
