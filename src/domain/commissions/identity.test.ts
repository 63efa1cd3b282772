import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EARTH_RADIUS_FEET } from '../geo.ts'
import { judgeSponsorship } from './attribution.ts'
import {
  type Identity,
  isStrong,
  mailbox,
  SHARED_TRAITS,
  type SharedTrait,
  sharedTraits,
} from './identity.ts'

const HOME = { lat: 39.7392, lng: -104.9903 }
const north = (feet: number) => ({ ...HOME, lat: HOME.lat + (feet / EARTH_RADIUS_FEET) * (180 / Math.PI) })
const at = (feet: number, address: string | null = null) => ({ ...north(feet), address })

const ann: Identity = {
  userId: 'ann',
  phone: '+13035550100',
  email: 'ann.lee@gmail.com',
  cards: ['f1', 'f2'],
  banks: ['b1'],
  devices: ['d1'],
  places: [at(0, '101 West Colfax Avenue, Denver')],
}
const bob: Identity = {
  userId: 'bob',
  phone: '+13035550101',
  email: 'bob@example.test',
  cards: ['f3'],
  banks: [],
  devices: ['d2'],
  places: [at(400, '130 W Colfax Ave, Denver')],
}

it('D13: two people share nothing, also for lack of a phone, a card, a place', () => {
  expect(sharedTraits(bob, ann)).toEqual([])
  const nothing = { phone: null, cards: [], banks: [], devices: [], places: [] }
  expect(sharedTraits({ ...bob, ...nothing }, { ...ann, ...nothing })).toEqual([])
})

it.each<[string, Partial<Identity>, SharedTrait]>([
  ['the same account', { userId: 'ann' }, 'sponsor_is_same_person'],
  ['Gmail dots', { email: 'a.n.n.lee@gmail.com' }, 'sponsor_is_same_person'],
  ['googlemail.com', { email: 'annlee@googlemail.com' }, 'sponsor_is_same_person'],
  ['a plus tag in other letters', { email: 'AnnLee+crew@Gmail.com' }, 'sponsor_is_same_person'],
  ['the same phone', { phone: ann.phone }, 'sponsor_shares_phone'],
  ['a card of either that it had once', { cards: ['f9', 'f2'] }, 'sponsor_shares_card'],
  ['the same bank account', { banks: ['b1'] }, 'sponsor_shares_payout_account'],
  ['the same building', { places: [at(40)] }, 'sponsor_shares_address'],
  [
    'the same street line in other words',
    { places: [at(300, '101 W. Colfax Ave., Denver, CO')] },
    'sponsor_shares_address',
  ],
  ['the same device', { devices: ['d1'] }, 'sponsor_shares_device'],
])('D13: %s is seen', (_name, change, trait) => {
  expect(sharedTraits({ ...bob, ...change }, ann)).toEqual([trait])
  expect(sharedTraits(ann, { ...bob, ...change })).toEqual([trait])
})

describe('D13: an address', () => {
  const shares = (one: string, other: string, feet: number) =>
    sharedTraits({ ...bob, places: [at(feet, one)] }, { ...ann, places: [at(0, other)] }).length > 0
  it.each<[string, string, number, boolean]>([
    ['12 Elm St Apt 4', '12 Elm Street, #4', 0, true],
    ['12 Elm St Apt 4', '12 Elm St Apt 5', 0, false],
    ['12 Elm St', '12 Elm St Unit 4', 0, false],
    ['12 Elm St', '12 Elm St', 1_000, true],
    ['12 Elm St', '12 Elm St', 20_000, false],
    ['12 Elm St', '14 Elm St', 60, false],
    ['14 Elm St', '12 Elm St', 30, true],
  ])('%s and %s, %i ft apart: %s', (one, other, feet, isShared) => {
    expect(shares(one, other, feet)).toBe(isShared)
  })
})

it('D13: dots count in mailboxes of others than Google', () => {
  expect(mailbox('a.b@example.test')).not.toBe(mailbox('ab@example.test'))
})

it('D13: however it is written, one mailbox stays one', () => {
  const name = fc.stringMatching(/^[a-z]{2,12}$/)
  fc.assert(
    fc.property(name, fc.array(fc.nat(12)), name, fc.boolean(), (local, dots, tag, isOther) => {
      const dotted = dots.reduce((text, index) => `${text.slice(0, index)}.${text.slice(index)}`, local)
      const domain = isOther ? 'googlemail.com' : 'GMail.com'
      expect(mailbox(`${dotted.toUpperCase()}+${tag}@${domain}`)).toBe(`${local}@gmail.com`)
    }),
  )
})

describe('a sponsorship', () => {
  it.each<[SharedTrait[], string[], string]>([
    [[], [], 'clear'],
    [['sponsor_shares_address'], [], 'parked'],
    [['sponsor_shares_device'], [], 'parked'],
    [['sponsor_shares_phone'], [], 'refused'],
    [['sponsor_shares_device', 'sponsor_shares_card'], [], 'refused'],
    [['sponsor_shares_address'], ['sponsor_shares_address'], 'clear'],
    [['sponsor_shares_address', 'sponsor_shares_device'], ['sponsor_shares_address'], 'parked'],
    [['sponsor_shares_card'], ['sponsor_shares_address'], 'refused'],
    [['sponsor_shares_card'], ['sponsor_shares_card'], 'clear'],
  ])('D13: that shares %j where %j was let pass is %s', (shared, allowed, sponsorship) => {
    expect(judgeSponsorship(shared, allowed)).toBe(sponsorship)
  })

  it('D13: is never better for sharing more, nor worse for being let pass', () => {
    const RANK = ['clear', 'parked', 'refused']
    const some = fc.subarray([...SHARED_TRAITS])
    fc.assert(
      fc.property(some, some, some, (shared, more, allowed) => {
        const rank = (traits: SharedTrait[], pass: string[]) => RANK.indexOf(judgeSponsorship(traits, pass))
        expect(rank([...shared, ...more], allowed)).toBeGreaterThanOrEqual(rank(shared, allowed))
        expect(rank(shared, [...allowed, ...more])).toBeLessThanOrEqual(rank(shared, allowed))
        expect(rank(shared, []) === 2).toBe(shared.some(isStrong))
      }),
    )
  })
})
