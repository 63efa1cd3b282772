import { expect, test } from 'vitest'
import { picturesIn } from './pictures.ts'

test('pictures are found wherever a reply names them, once each, the small one first', () => {
  const replies = [
    {
      stops: [{ photos: [{ url: '/images/p1?exp=1&sig=a', thumbnailUrl: '/images/w_320/p1?exp=1&sig=b' }] }],
    },
    { photos: [{ url: 'https://pictures.example/images/p2?sig=c' }], notes: 'see /images/ on the door' },
    null,
    'text',
  ]
  expect([...picturesIn(replies)]).toEqual([
    ['/images/w_320/p1', '/images/w_320/p1?exp=1&sig=b'],
    ['/images/p2', 'https://pictures.example/images/p2?sig=c'],
  ])
})

test('a phone is no archive: the first sixty are kept', () => {
  const many = Array.from({ length: 90 }, (_, index) => `/images/p${index}?sig=x`)
  expect(picturesIn(many).size).toBe(60)
})
