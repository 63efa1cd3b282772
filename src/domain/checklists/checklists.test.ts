import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { VisitId } from '../ids.ts'
import { DAY_MS, instant } from '../time.ts'
import { keptOf, moved } from './arrange.ts'
import { decideUndone } from './decide-undone.ts'
import {
  doubledKeys,
  type ListItem,
  listOfPlace,
  type PlaceItem,
  rowsOfPlace,
  type ServiceItem,
} from './items.ts'
import { countsOf, isNews, type Progress, type Undone, unfinishedOf } from './progress.ts'
import { type LowSupply, type SupplyStep, supplyStep } from './supplies.ts'
import { type Version, versionAt } from './versions.ts'

const of = (key: string, more: Partial<ServiceItem> = {}): ServiceItem => ({
  key,
  kind: 'task',
  photo: 'none',
  words: { en: `do ${key}`, es: `haz ${key}` },
  ...more,
})
const named = (key: string, more: Partial<PlaceItem> = {}): PlaceItem => ({
  key,
  isLeftOut: false,
  own: null,
  ...more,
})
const own = (key: string, words = `own ${key}`): PlaceItem =>
  named(key, { own: { kind: 'task', photo: 'wanted', words, language: 'es' } })

describe('an item is moved', () => {
  test.each<[string, number, number, string]>([
    ['down', 0, 1, 'bac'],
    ['to the end', 0, 2, 'bca'],
    ['up', 2, 1, 'acb'],
    ['to the beginning', 2, 0, 'cab'],
    ['nowhere above the first', 0, -1, 'abc'],
    ['nowhere below the last', 2, 3, 'abc'],
    ['from where there is none', 3, 0, 'abc'],
  ])('%s', (_where, from, to, order) => {
    expect(moved([...'abc'], from, to).join('')).toBe(order)
  })
})

describe('the list of a place', () => {
  const service = [of('a'), of('b'), of('c')]

  test.each<[string, PlaceItem[], string[]]>([
    ['as the service has it', [], ['do a', 'do b', 'do c']],
    ['with one more at its end', [own('x')], ['do a', 'do b', 'do c', 'own x']],
    ['in an order of its own', [named('c'), named('a'), named('b')], ['do c', 'do a', 'do b']],
    ['with one more between', [named('a'), own('x'), named('b')], ['do a', 'own x', 'do b', 'do c']],
    ['with an item in other words', [own('b')], ['do a', 'own b', 'do c']],
    ['without an item', [named('b', { isLeftOut: true })], ['do a', 'do c']],
    ['with words for an item that is gone', [own('gone')], ['do a', 'do b', 'do c', 'own gone']],
    ['with a name for an item that is gone', [named('gone')], ['do a', 'do b', 'do c']],
  ])('%s', (_what, place, words) => {
    expect(listOfPlace(service, place).map((item) => item.words.en)).toEqual(words)
  })

  it('reads in both languages; a customer’s words stay in theirs, and a supply asks for no photo', () => {
    const supply = named('s', { own: { kind: 'supply', photo: 'required', words: 'Jabón', language: 'es' } })
    expect(listOfPlace([of('a')], [named('a'), supply])).toEqual([
      { ...of('a'), language: null },
      {
        key: 's',
        kind: 'supply',
        photo: 'none',
        words: { en: 'Jabón', es: 'Jabón' },
        language: 'es',
      },
    ])
  })

  it('has every item once, in the place’s order, each other one where the service has it, and none left out', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 })
    const said = fc.array(fc.constantFrom('as it is', 'left out', 'own'), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(keys, keys, said, (ofService, ofPlace, says) => {
        const place = ofPlace.map((key, index) =>
          says[index] === 'own' ? own(key) : named(key, { isLeftOut: says[index] === 'left out' }),
        )
        const list = listOfPlace(
          ofService.map((key) => of(key)),
          place,
        ).map(({ key }) => key)
        const left = place.filter(({ isLeftOut }) => isLeftOut).map(({ key }) => key)
        const isOwn = (key: string) => place.some((item) => item.key === key && item.own !== null)
        const expected = [...new Set([...ofService, ...ofPlace.filter(isOwn)])]
        expect([...list].sort()).toEqual(expected.filter((key) => !left.includes(key)).sort())
        expect(list.filter((key) => ofPlace.includes(key))).toEqual(
          ofPlace.filter((key) => list.includes(key)),
        )
        for (const [index, key] of ofService.entries()) {
          const before = ofService[index - 1]
          if (ofPlace.includes(key) || left.includes(before ?? key)) continue
          expect(list.indexOf(key)).toBe(before === undefined ? 0 : list.indexOf(before) + 1)
        }
      }),
    )
  })

  it('shows whoever arranges it also what is left out, and what the service says of an item in other words', () => {
    const rows = rowsOfPlace(service, [named('c', { isLeftOut: true }), own('x'), own('a'), own('gone')])
    expect(rows.map(({ key, isLeftOut, ofService }) => [key, isLeftOut, ofService?.key ?? null])).toEqual([
      ['c', true, 'c'],
      ['x', false, null],
      ['a', false, 'a'],
      ['b', false, 'b'],
      ['gone', false, null],
    ])
  })

  it('keeps nothing of rows that are as the service has them, and whatever it keeps reads as arranged', () => {
    const says = fc.array(fc.constantFrom('as it is', 'left out', 'own'), { minLength: 3, maxLength: 3 })
    const step = fc.tuple(fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(says, fc.array(step, { maxLength: 4 }), (said, steps) => {
        const ofPlace = service.flatMap(({ key }, index) => {
          if (said[index] === 'own') return [own(key)]
          return said[index] === 'left out' ? [named(key, { isLeftOut: true })] : []
        })
        const rows = steps.reduce((all, [from, to]) => moved(all, from, to), rowsOfPlace(service, ofPlace))
        const kept = keptOf(service, rows)
        const expected = rows.filter(({ isLeftOut }) => !isLeftOut).map(({ key }) => key)
        expect(listOfPlace(service, kept).map(({ key }) => key)).toEqual(expected)
        const isAsService = rows.every(
          ({ key, own: words, isLeftOut }, index) =>
            key === service[index]?.key && words === null && !isLeftOut,
        )
        expect(kept.length).toBe(isAsService ? 0 : rows.length)
      }),
    )
  })

  it('knows an item by its key', () => {
    expect(doubledKeys([of('a'), of('b'), of('a'), of('a')])).toEqual(['a'])
    expect(doubledKeys([of('a'), of('b')])).toEqual([])
  })
})

describe('what is left undone', () => {
  const item = (key: string, more: Partial<ServiceItem> = {}): ListItem => ({
    ...of(key, more),
    language: null,
  })
  const list = [item('a'), item('p', { photo: 'required' }), item('w', { photo: 'wanted' })]
  const supplies = [item('s', { kind: 'supply' })]
  const progress = (marked: string[], photos: string[] = []): Progress => ({
    marks: new Map(marked.map((key) => [key, { isMarked: true }])),
    photoCounts: new Map(photos.map((key) => [key, 1])),
  })

  test.each<[string, string[], string[], string[]]>([
    ['nothing was touched', [], [], ['a', 'p', 'w']],
    ['a required photo is missing', ['a', 'p', 'w'], [], ['p']],
    ['a wanted photo is missing', ['a', 'p', 'w'], ['p'], []],
    ['a photo is there, and no tick', ['a', 'w'], ['p'], ['p']],
  ])('%s', (_what, marked, photos, undone) => {
    expect(unfinishedOf([...list, ...supplies], progress(marked, photos)).map(({ key }) => key)).toEqual(
      undone,
    )
    expect(countsOf([...list, ...supplies], progress(marked, photos))).toEqual({
      done: 3 - undone.length,
      all: 3,
    })
  })

  it('a tick that was taken back is none', () => {
    const marks = new Map([['a', { isMarked: false }]])
    expect(unfinishedOf([item('a')], { marks, photoCounts: new Map() })).toHaveLength(1)
  })

  const because = (key: string): Undone => ({ key, reason: 'in_use', words: '' })

  test.each<[string, Undone[], unknown]>([
    ['no reason', [], { refused: 'items_unfinished' }],
    ['a reason too few', [because('a')], { refused: 'items_unfinished' }],
    ['a reason for something else', [because('a'), because('w')], { refused: 'items_unfinished' }],
    ['each its reason', [because('p'), because('a')], [because('a'), because('p')]],
    ['one too many', [because('a'), because('p'), because('w'), because('?')], [because('a'), because('p')]],
  ])('%s', (_what, said, decided) => {
    expect(decideUndone(list, progress(['w']), said)).toEqual(decided)
  })

  it('is refused exactly while an item is neither done nor explained', () => {
    const some = fc.subarray(['a', 'p', 'w'])
    fc.assert(
      fc.property(some, some, some, (marked, photos, said) => {
        const decided = decideUndone(list, progress(marked, photos), said.map(because))
        const isOpen = (key: string) =>
          !(marked.includes(key) && (key !== 'p' || photos.includes(key))) && !said.includes(key)
        expect('refused' in decided).toBe(['a', 'p', 'w'].some(isOpen))
      }),
    )
  })

  it('an older word changes nothing, and neither does the same one', () => {
    const at = (ms: number) => ({ isMarked: true, at: instant(ms) })
    expect([isNews(null, at(5)), isNews(at(4), at(5)), isNews(at(5), at(5)), isNews(at(6), at(5))]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('a supply that runs low', () => {
  const [here, before] = ['v2' as VisitId, 'v1' as VisitId]
  const low = (visitId: VisitId, isWithdrawn = false): LowSupply => ({ visitId, isWithdrawn })

  test.each<[string, LowSupply | null, boolean, SupplyStep]>([
    ['is told', null, true, 'tell'],
    ['is told once', low(here), true, 'nothing'],
    ['is told once, whoever sees it again', low(before), true, 'nothing'],
    ['was a slip of the finger', low(here), false, 'withdraw'],
    ['was none after all', low(here, true), true, 'show_again'],
    ['is told where it was a slip at the visit before', low(before, true), true, 'tell'],
    ['stays until it is there again', low(before), false, 'nothing'],
    ['was never said', null, false, 'nothing'],
    ['is taken back once', low(here, true), false, 'nothing'],
  ])('%s', (_what, known, isLow, step) => {
    expect(supplyStep(known, here, { isLow })).toBe(step)
  })
})

describe('the version that a visit keeps', () => {
  const T = 1_800_000_000_000
  const version = (number: number, saved: number, replaced: number | null): Version => ({
    version: number,
    savedAt: instant(T + saved),
    replacedAt: replaced === null ? null : instant(T + replaced),
  })
  const versions = [version(1, 0, 100), version(2, 100, 200), version(3, 200, null)]

  test.each<[string, number, number | null, number | null]>([
    ['holds when it begins', 150, null, 2],
    ['holds from its moment on', 200, null, 3],
    ['is none before there was one', -1, null, null],
    ['is what the phone showed, though a newer one holds', 250, 1, 1],
    ['is none from the future', 150, 3, 2],
    ['is none that the phone cannot remember', 7 * DAY_MS + 100, 1, 3],
    ['is no unknown one', 250, 9, 3],
  ])('%s', (_what, at, seen, kept) => {
    expect(versionAt(versions, instant(T + at), seen)?.version ?? null).toBe(kept)
  })
})
