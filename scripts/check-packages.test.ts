import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Advisory,
  advisoriesOn,
  EXCEPTIONS,
  exceptionsUnused,
  installedIn,
  licencesAmiss,
} from './check-packages.ts'
import { root } from './command.js'
import { type AdvisoryList, mergeAnswer, questionOf } from './read-advisories.ts'

const installed = installedIn(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const list = JSON.parse(readFileSync(join(root, 'data/security/advisories.json'), 'utf8')) as AdvisoryList

test('no installed package falls into an advisory of moderate severity or more', () => {
  expect(installed.length).toBeGreaterThan(300)
  expect(advisoriesOn(installed, list.advisories)).toEqual([])
})

test('every package has a licence that is allowed, or a reason', () => {
  expect(licencesAmiss(installed)).toEqual([])
  expect(exceptionsUnused(installed)).toEqual([])
  expect(Object.values(EXCEPTIONS).every(({ reason }) => reason.length > 10)).toBe(true)
})

test('the list says of which day it is, and has each advisory on a package once, with a range that can be read', () => {
  expect(list.asOf).toMatch(/^20\d\d-\d\d-\d\d$/)
  const names = list.advisories.map(({ id, package: name }) => `${name} ${id}`)
  expect(names).toEqual([...new Set(names)].toSorted())
  for (const { package: name, range, accepted } of list.advisories) {
    expect(() =>
      advisoriesOn([{ name, version: '1.0.0', licence: 'MIT' }], [advisory({ range })]),
    ).not.toThrow()
    expect(accepted ?? 'a reason of some words').toMatch(/\w+ \w+/)
  }
})

const advisory = (given: Partial<Advisory> = {}): Advisory => ({
  id: 'GHSA-1',
  package: 'left',
  severity: 'high',
  range: '<2.0.0',
  title: 'breaks',
  ...given,
})

describe('a version', () => {
  test.each([
    ['1.9.9', '<2.0.0', true],
    ['2.0.0', '<2.0.0', false],
    ['2.0.0-beta.1', '<2.0.0', true],
    ['2.0.0', '<=2.0.0', true],
    ['2.0.1', '<=2.0.0', false],
    ['1.0.0', '>=1.0.0 <1.2.0 || >=2.0.0 <2.1.0', true],
    ['1.2.0', '>=1.0.0 <1.2.0 || >=2.0.0 <2.1.0', false],
    ['2.0.9', '>=1.0.0 <1.2.0 || >=2.0.0 <2.1.0', true],
    ['2.1.0', '>=1.0.0 <1.2.0 || >=2.0.0 <2.1.0', false],
    ['10.0.0', '<9.0.0', false],
    ['9.10.0', '<9.9.0', false],
    ['3.1.0', '3.1.0', true],
    ['3.1.1', '= 3.1.0', false],
    ['3.1.1', '*', true],
    ['1.2.3', '^1.2.0', true],
    ['0.3.0', '^0.2.0', false],
  ])('%s of %s: %s', (version, range, isIn) => {
    const on = advisoriesOn([{ name: 'left', version, licence: 'MIT' }], [advisory({ range })])
    expect(on.length === 1).toBe(isIn)
  })

  test('is named with what is known of it', () => {
    expect(advisoriesOn([{ name: 'left', version: '1.0.0', licence: 'MIT' }], [advisory()])).toEqual([
      'left@1.0.0 is in <2.0.0 of GHSA-1 (high: breaks)',
    ])
  })

  test.each([
    [advisory({ package: 'right' })],
    [advisory({ severity: 'low' })],
    [advisory({ accepted: 'only its command is affected, which nobody calls' })],
  ])('has nothing against it by %j', (given) => {
    expect(advisoriesOn([{ name: 'left', version: '1.0.0', licence: 'MIT' }], [given])).toEqual([])
  })

  test('that nobody can compare is an error', () => {
    const wrong = advisory({ range: 'before spring' })
    expect(() => advisoriesOn([{ name: 'left', version: '1.0.0', licence: 'MIT' }], [wrong])).toThrow(
      'before spring is no range of versions',
    )
  })
})

describe('a licence', () => {
  test.each([
    ['MIT', 'left', true],
    ['(MIT OR GPL-3.0)', 'left', true],
    ['(MIT AND Zlib)', 'left', true],
    ['MIT AND GPL-3.0', 'left', false],
    ['GPL-3.0', 'left', false],
    ['MPL-2.0', 'left', false],
    ['MPL-2.0', 'ical.js', true],
    ['GPL-3.0', 'ical.js', false],
    [null, 'left', false],
    [null, 'png-js', true],
    ['LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64', true],
    ['UNLICENSED', 'left', false],
    ['SEE LICENSE IN LICENSE', 'left', false],
  ])('%s of %s is allowed: %s', (licence, name, isAllowed) => {
    expect(licencesAmiss([{ name, version: '1.0.0', licence }]).length === 0).toBe(isAllowed)
  })

  test('exceptions that nobody needs any more are seen', () => {
    expect(exceptionsUnused([])).toEqual(Object.keys(EXCEPTIONS))
  })
})

test('a lockfile names packages, also those within others, and not the project itself', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/left': { version: '1.0.0', license: 'MIT' },
    'node_modules/@a/b/node_modules/left': { version: '2.0.0' },
  }
  expect(installedIn({ packages })).toEqual([
    { name: 'left', version: '1.0.0', licence: 'MIT' },
    { name: 'left', version: '2.0.0', licence: null },
  ])
  expect(questionOf(installedIn({ packages }))).toEqual({ left: ['1.0.0', '2.0.0'] })
})

test('an answer of the registry replaces what it knows better, and takes nothing away', () => {
  const known = [advisory({ accepted: 'nobody calls it' }), advisory({ id: 'GHSA-2', package: 'right' })]
  const answered = {
    left: [
      {
        id: 7,
        url: 'https://github.com/advisories/GHSA-1',
        title: 'breaks more',
        severity: 'critical',
        vulnerable_versions: '<3.0.0',
        cwe: [],
      },
    ],
  }
  const merged = mergeAnswer(
    { asOf: '2026-01-01', source: '', advisories: known },
    answered,
    '2026-02-01',
    'r.example',
  )
  expect(merged).toEqual({
    asOf: '2026-02-01',
    source: 'the registry r.example, and what was known before',
    advisories: [
      advisory({ severity: 'critical', range: '<3.0.0', title: 'breaks more', accepted: 'nobody calls it' }),
      advisory({ id: 'GHSA-2', package: 'right' }),
    ],
  })
  expect(() => mergeAnswer(merged, { error: 'gone' }, '2026-02-01', 'r.example')).toThrow()
})
