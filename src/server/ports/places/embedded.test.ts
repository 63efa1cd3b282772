import { assert, asyncProperty, double } from 'fast-check'
import { expect, test } from 'vitest'
import { distanceFeet } from '#domain/geo.ts'
import { describePlaces } from './behaviour.ts'
import { createGazetteer } from './embedded.ts'

describePlaces('the gazetteer', async () => createGazetteer())

const gazetteer = createGazetteer()

test.each([
  ['1234 vine', '1234 N Vine St, Denver, CO'],
  ['1234 s vine street', '1234 S Vine St, Denver, CO'],
  ['2500 East 14th Avenue, Denver, CO 80206', '2500 E 14th Ave, Denver, CO'],
  ['3200 w 38', '3200 W 38th Ave, Denver, CO'],
  ['1600 colfax', '1600 E Colfax Ave, Denver, CO'],
  ['1200 colorado blvd', '1200 N Colorado Blvd, Denver, CO'],
  ['900 st paul st', '900 N Saint Paul St, Denver, CO'],
  ['900 Tenyson', '900 N Tennyson St, Denver, CO'],
  ['2900 S Broadway', '2900 S Broadway, Denver, CO'],
  ['west high', 'West Highland, Denver, CO'],
  ['1200 e camelback', '1200 E Camelback Rd, Phoenix, AZ'],
  ['2400 west indian school rd, Phoenix, AZ', '2400 W Indian School Rd, Phoenix, AZ'],
])('reads %j as %j', async (text, address) => {
  const places = await gazetteer.search(text, 5)
  expect(places[0]?.address).toBe(address)
})

test.each([
  ['the Capitol, Colfax Ave and Lincoln St', '200 E Colfax Ave', { lat: 39.7401, lng: -104.985 }],
  ['Colorado Blvd and 8th Ave', '800 N Colorado Blvd', { lat: 39.729, lng: -104.9407 }],
  ['Federal Blvd and 38th Ave', '3800 N Federal Blvd', { lat: 39.7695, lng: -105.025 }],
  ['Broadway and Evans Ave', '2100 S Broadway', { lat: 39.6784, lng: -104.9873 }],
])('puts %s within 700 feet of where it is', async (_, text, at) => {
  const [place] = await gazetteer.search(text, 1)
  expect(distanceFeet(place!, at)).toBeLessThan(700)
})

test('has no house numbers beyond the end of a street', async () => {
  expect(await gazetteer.search('9900 S Vine St', 5)).toEqual([])
})

test('finds any address that it names again, at the very same point', async () => {
  await assert(
    asyncProperty(
      double({ min: 39.66, max: 39.79, noNaN: true }),
      double({ min: -105.05, max: -104.9, noNaN: true }),
      async (lat, lng) => {
        const near = (await gazetteer.reverse({ lat, lng }))!
        const again = await gazetteer.search(near.address, 1)
        expect(again[0]).toEqual(near)
        expect(distanceFeet(near, { lat, lng })).toBeLessThan(1_500)
      },
    ),
  )
})

test('Phoenix, too, finds its addresses again, on its own clock', async () => {
  await assert(
    asyncProperty(
      double({ min: 33.46, max: 33.55, noNaN: true }),
      double({ min: -112.16, max: -111.99, noNaN: true }),
      async (lat, lng) => {
        const near = (await gazetteer.reverse({ lat, lng }))!
        expect(near.timeZone).toBe('America/Phoenix')
        expect((await gazetteer.search(near.address, 1))[0]).toEqual(near)
      },
    ),
  )
})

test('stays quick on hostile text', async () => {
  const started = performance.now()
  for (const text of [
    '(a+)+'.repeat(30_000),
    '1'.repeat(100_000),
    ' '.repeat(100_000),
    '\u0000é'.repeat(50_000),
  ])
    await gazetteer.search(text, 5)
  expect(performance.now() - started).toBeLessThan(200)
})
