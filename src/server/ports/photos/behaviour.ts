/** What every store of photos must do, whoever stands behind it. */
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { copyKey, type PhotoStore } from './port.ts'

export function describePhotoStore(name: string, createStore: () => Promise<PhotoStore>): void {
  describe(`${name} as a store of photos`, () => {
    test('gives back the very bytes that were put', async () => {
      const store = await createStore()
      const bytes = Buffer.from([0, 255, 10, 13, 26, 0, 1])
      await store.put('visits/ab/one.webp', bytes)
      expect(await read(store, 'visits/ab/one.webp')).toEqual(bytes)
    })

    test('knows nothing of a key that was never put', async () => {
      const store = await createStore()
      expect(await store.get('visits/ab/none.webp')).toBeNull()
    })

    test('puts the newer picture in place of the older', async () => {
      const store = await createStore()
      await store.put('visits/one.webp', Buffer.from('older'))
      await store.put('visits/one.webp', Buffer.from('newer'))
      expect(String(await read(store, 'visits/one.webp'))).toBe('newer')
    })

    test('holds one whole picture when several are put under a key at once', async () => {
      const store = await createStore()
      const pictures = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index))
      await Promise.all(pictures.map((picture) => store.put('visits/one.webp', picture)))
      const kept = (await read(store, 'visits/one.webp'))!
      expect(pictures.some((picture) => picture.equals(kept))).toBe(true)
    })

    test('forgets a picture that is removed, and does not mind removing it again', async () => {
      const store = await createStore()
      await store.put('visits/one.webp', Buffer.from('here'))
      await store.remove('visits/one.webp')
      await store.remove('visits/one.webp')
      expect(await store.get('visits/one.webp')).toBeNull()
    })

    test('forgets every copy of a picture that is removed, and no other picture', async () => {
      const store = await createStore()
      const [one, other] = ['faces/a-1.webp', 'faces/a-12.webp']
      const copies = [copyKey(one, 'w320-q80', 'webp'), copyKey(one, '', 'png')]
      for (const key of [one, other, ...copies]) await store.put(key, Buffer.from(key))
      await store.remove(one)
      for (const key of [one, ...copies]) expect(await store.get(key)).toBeNull()
      expect(await read(store, other)).not.toBeNull()
    })

    test.each([
      '../outside.webp',
      '/etc/passwd.webp',
      'visits/../../outside.webp',
      'visits/./one.webp',
      'visits\\one.webp',
      'visits/one\0.webp',
      '',
      `${'a'.repeat(300)}.webp`,
    ])('refuses the key %j', async (key) => {
      const store = await createStore()
      await expect(async () => store.put(key, Buffer.from('x'))).rejects.toThrow(RangeError)
      await expect(async () => store.get(key)).rejects.toThrow(RangeError)
    })
  })
}

async function read(store: PhotoStore, key: string): Promise<Buffer | null> {
  const stream = await store.get(key)
  return stream === null ? null : buffer(stream)
}
