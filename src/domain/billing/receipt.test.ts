import { expect, test } from 'vitest'
import { LANGUAGES } from '../language.ts'
import { JOURNAL_KINDS, toJournalKind } from '../ledger/journal-kinds.ts'
import { journalTexts } from '../ledger/journal-texts.ts'
import { brandName, isWork, lineText, paperNumber, RECEIPT_LINES } from './receipt.ts'
import { lineTexts } from './receipt-texts.ts'

test.each([
  ['visa', 'Visa'],
  ['amex', 'American Express'],
  ['diners', 'Diners'],
])('the brand %s is called %s', (brand, name) => {
  expect(brandName(brand)).toBe(name)
})

test('what was done stands above the sums', () => {
  expect(RECEIPT_LINES.filter((kind) => isWork({ kind }))).toEqual(['visit', 'tip', 'fee', 'invoice'])
})

test('ux 7: the number of a paper is short enough to read out', () => {
  expect(paperNumber('0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01')).toBe('0B0C-7C2E')
})

test('ux 7: every line that stands for something is read in plain words, in both languages', () => {
  const read = (kind: 'visit' | 'tip' | 'fee' | 'invoice', isCallOut = false) =>
    LANGUAGES.map((language) =>
      lineText(lineTexts[language], {
        kind,
        isCallOut,
        serviceName: kind === 'invoice' ? null : 'Bins',
        description: 'No. 7',
      }),
    )
  expect(read('visit')).toEqual(['Bins', 'Bins'])
  expect(read('visit', true)).toEqual(['Trip charge: Bins', 'Cargo por el viaje: Bins'])
  expect(read('tip')).toEqual(['Tip: Bins', 'Propina: Bins'])
  expect(read('fee')).toEqual(['Cancellation fee: Bins', 'Cargo por cancelar: Bins'])
  expect(read('invoice')).toEqual(['No. 7', 'No. 7'])
})

test('ux 7: no journal shows as its raw kind, not even one that is not known', () => {
  for (const kind of [...JOURNAL_KINDS, toJournalKind('of_a_newer_release')])
    for (const language of LANGUAGES) expect(journalTexts[language][kind]).toMatch(/^[A-ZÁÉÍÓÚ][^_]+$/)
  expect(toJournalKind('of_a_newer_release')).toBe('other')
})
