import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gsmLength, inGsmAlphabet, smsText } from './sms-text.ts'

test.each([
  ['Rosa can’t get in', "Rosa can't get in"],
  ['«Césped» – mañana', '"Césped" - mañana'],
  ['Devolución de $5… ¡ya!', 'Devolucion de $5... ¡ya!'],
  ['José Muñoz, 8 a. m.', 'José Muñoz, 8 a. m.'],
  ['Zoë Håkonsen, São Paulo', 'Zoe Håkonsen, Sao Paulo'],
  ['2 × 96 gal · Łódź 🗑', '2 x 96 gal - ?odz ?'],
])('%s is sent as %s', (text, sent) => {
  expect(inGsmAlphabet(text)).toBe(sent)
})

test('a text is one segment, cut at its title', () => {
  const link = 'https://crew.example/visit/7d9c2f6e-5f0b-4b86-9c1e-0d2f4b1a7a11'
  const end = 'Reply STOP to end.'
  const long = smsText({
    title: 'Work for you: Trash bins to the curb and back, Park Hill, $45.50',
    link,
    end,
  })
  expect(gsmLength(long)).toBeLessThanOrEqual(160)
  expect(long).toBe(`Crew: Work for you: Trash bins to the curb and back, Park Hill, $45.50 ${link} ${end}`)
  const longer = smsText({ title: `Nobody has taken ${'Trash bins '.repeat(9)}`, link, end })
  expect(gsmLength(longer)).toBeLessThanOrEqual(160)
  expect(longer).toMatch(/^Crew: Nobody has taken (Trash bins )+.*\.\.\. https/)
  expect(longer.endsWith(`${link} ${end}`)).toBe(true)
})

test('whatever is said: in the alphabet, and one segment where the link leaves room', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl({ size: 'small' }), (title, link) => {
      const text = smsText({ title, link, end: 'ALTO para no recibir más.' })
      expect(inGsmAlphabet(text)).toBe(text)
      if (gsmLength(inGsmAlphabet(link)) <= 95) expect(gsmLength(text)).toBeLessThanOrEqual(160)
    }),
  )
})
