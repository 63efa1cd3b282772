import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  IMAGE_QUALITIES,
  IMAGE_SIDES,
  IMAGE_TYPES,
  imageSegments,
  imageUrl,
  parseImageSegments,
} from './images.ts'

describe('the address of a picture', () => {
  test.each([
    ['/images/7f3a?exp=1&sig=2', {}, '/images/7f3a?exp=1&sig=2'],
    ['/images/7f3a?exp=1&sig=2', { width: 320 }, '/images/w_320/7f3a?exp=1&sig=2'],
    [
      '/images/7f3a?exp=1',
      { type: 'webp', width: 320, height: 160, quality: 80 },
      '/images/f_webp,w_320,h_160,q_80/7f3a?exp=1',
    ],
    ['/images/7f3a', { type: 'png', quality: 60 }, '/images/f_png,q_60/7f3a'],
    ['/images/7f3a', { height: 640 }, '/images/h_640/7f3a'],
    // Sizes between those of the list are rounded up, beyond it down.
    ['/images/7f3a', { width: 321, height: 1, quality: 70 }, '/images/w_640,h_160,q_80/7f3a'],
    ['/images/7f3a', { width: 100_000, quality: 100 }, '/images/w_2048,q_80/7f3a'],
    ['/images/7f3a', { width: -1, height: 0, quality: Number.NaN }, '/images/7f3a'],
    ['/images/7f3a', { width: Number.POSITIVE_INFINITY }, '/images/w_2048/7f3a'],
    // What was asked for before is replaced.
    ['/images/w_2048,q_80/7f3a?sig=2', { width: 160 }, '/images/w_160/7f3a?sig=2'],
    ['/images/w_2048/7f3a', {}, '/images/7f3a'],
    // Always https where there is a host.
    ['http://crew.example/images/7f3a?sig=2', { width: 160 }, 'https://crew.example/images/w_160/7f3a?sig=2'],
    ['HTTP://crew.example/images/7f3a', {}, 'https://crew.example/images/7f3a'],
    ['//crew.example/cache/images/7f3a', { width: 160 }, 'https://crew.example/cache/images/w_160/7f3a'],
    ['https://crew.example/images/7f3a#x', { width: 160 }, 'https://crew.example/images/w_160/7f3a#x'],
    // Not ours: only made safe.
    ['http://other.example/face.png', { width: 160 }, 'https://other.example/face.png'],
    [
      'http://other.example/face.png?at=/images/x',
      { width: 160 },
      'https://other.example/face.png?at=/images/x',
    ],
    ['data:image/png;base64,AA==', { width: 160 }, 'data:image/png;base64,AA=='],
    ['', { width: 160 }, ''],
  ] as const)('§9 image address: %s with %j is %s', (source, transformation, address) => {
    expect(imageUrl(source, transformation)).toBe(address)
  })

  test('asking twice for the same changes nothing', () => {
    const side = fc.option(fc.constantFrom(...IMAGE_SIDES), { nil: undefined })
    const transformation = fc.record({ type: fc.constantFrom(...IMAGE_TYPES), width: side, height: side })
    fc.assert(
      fc.property(fc.uuid(), transformation, (id, asked) => {
        const once = imageUrl(`/images/${id}?sig=1`, asked)
        expect(imageUrl(once, asked)).toBe(once)
      }),
    )
  })
})

describe('segments', () => {
  test('are read as they were written', () => {
    const side = fc.option(fc.constantFrom(...IMAGE_SIDES), { nil: undefined })
    const every = fc.record({
      type: fc.option(fc.constantFrom(...IMAGE_TYPES), { nil: undefined }),
      width: side,
      height: side,
      quality: fc.option(fc.constantFrom(...IMAGE_QUALITIES), { nil: undefined }),
    })
    fc.assert(
      fc.property(every, (asked) => {
        const segments = imageSegments(asked)
        expect(parseImageSegments(segments)).toEqual(segments === '' ? null : asked)
      }),
    )
  })

  test.each([
    'w_100000',
    'w_321',
    'w_-1',
    'w_NaN',
    'w_0',
    'w_0160',
    'h_159',
    'q_100',
    'q_0',
    'f_svg',
    'f_avif',
    'f_gif',
    'w_160,f_webp',
    'w_160,w_320',
    ',w_160',
    'w_160,',
    'f_webpw_160',
    'w_160 ',
    'w_160,x_1',
    '__proto__',
    '',
  ])('threats U7: %j is none of ours', (segments) => {
    expect(parseImageSegments(segments)).toBeNull()
  })

  test('anything else is no transformation, either', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseImageSegments(text)
        expect(parsed === null || imageSegments(parsed) === text).toBe(true)
      }),
    )
  })
})
