/** What every source of addresses must do, whoever stands behind it. */
import { describe, expect, test } from 'vitest'
import { distanceFeet, isLatLng } from '#domain/geo.ts'
import { isTimeZone } from '#domain/time.ts'
import type { Places } from './port.ts'

export function describePlaces(name: string, createPlaces: () => Promise<Places>): void {
  describe(`${name} as a source of addresses`, () => {
    test('finds an address by number and street, best first', async () => {
      const [best] = await (await createPlaces()).search('1234 N Vine St', 5)
      expect(best!.address).toMatch(/^1234 N(orth)? Vine St(reet)?, Denver/)
      expect(distanceFeet(best!, { lat: 39.7358, lng: -104.9621 })).toBeLessThan(1_500)
    })

    test('says where, and in which time zone', async () => {
      const places = await (await createPlaces()).search('1234 N Vine St', 5)
      expect(places.length).toBeGreaterThan(0)
      for (const place of places) {
        expect(isLatLng(place)).toBe(true)
        expect(isTimeZone(place.timeZone)).toBe(true)
        expect(place.address.trim()).not.toBe('')
      }
    })

    test('answers at most as many as asked for, and no address twice', async () => {
      const places = await (await createPlaces()).search('Vine', 3)
      expect(places.length).toBeLessThanOrEqual(3)
      expect(new Set(places.map(({ address }) => address)).size).toBe(places.length)
    })

    test.each(['', '   ', 'zzqqxx'])('finds nothing for %j', async (text) => {
      expect(await (await createPlaces()).search(text, 5)).toEqual([])
    })

    test('names the address nearest to a point', async () => {
      const place = await (await createPlaces()).reverse({ lat: 39.7358, lng: -104.9621 })
      expect(place!.timeZone).toBe('America/Denver')
      expect(distanceFeet(place!, { lat: 39.7358, lng: -104.9621 })).toBeLessThan(1_500)
    })

    test('knows no address in the middle of the ocean', async () => {
      expect(await (await createPlaces()).reverse({ lat: 0, lng: -30 })).toBeNull()
    })
  })
}
