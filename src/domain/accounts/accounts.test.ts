import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidePassword, normalisePassword } from './password.ts'
import { normalisePhone } from './phone.ts'

const owner = { email: 'rosa.delgado@example.test', name: 'Rosa Delgado', company: 'Mile High Homes' }
const refusalOf = (password: string, who: Parameters<typeof decidePassword>[1] = owner) => {
  const decision = decidePassword(password, who, (text) => text === 'monkey-lantern')
  return 'refused' in decision ? decision.refused : null
}

describe('a password', () => {
  it.each([
    ['the one of the demo', 'demo-denver-2026'],
    ['eight letters', 'fox-ruby'],
    ['fifteen letters', 'quiet-harbor-ox'],
    ['spaces around', '  seven brown owls  '],
    ['emoji', '🦉🦉 nine plain 🏔🏔 tents'],
    ['128 letters', 'walnut orbit fence '.repeat(6) + 'glacier pony a'],
    ['an own word with enough beside it', 'rosa likes 14 green boats'],
  ])('is taken with %s', (_name, password) => {
    expect(refusalOf(password)).toBeNull()
  })

  it.each([
    ['eight letters beside an own word', 'Ann. Ann. sundials', null],
    ['seven letters beside an own word', 'Ann. Ann. candles', 'password_own_word'],
    ['a short own word inside a long one', 'annabelle-annabelle!', 'password_own_word'],
    ['all of a mail address but its end', 'ann@lantern.test12', 'password_own_word'],
  ])('is weighed by what is left: %s', (_name, password, expected) => {
    expect(refusalOf(password, { email: 'ann@lantern.test', name: 'Ann Annabelle' })).toBe(expected)
  })

  it('is taken for everybody of the demo city', () => {
    for (const local of ['customer', 'crew', 'operator', 'frozen'])
      expect(refusalOf('demo-denver-2026', { email: `${local}@demo.test`, name: 'Demo Person' })).toBeNull()
  })

  it.each([
    ['seven letters', 'fox-rub', 'password_too_short'],
    ['a place in lists of stolen ones', 'monkey-lantern', 'password_breached'],
    ['129 letters', `${'walnut orbit fence '.repeat(6)}glacier pony ab`, 'password_too_long'],
    ['a megabyte', 'x'.repeat(1_000_000), 'password_too_long'],
    ['a NUL', 'quiet-harbor-ox\u0000', 'password_invalid_characters'],
    ['half a letter', 'quiet-harbor-ox\uD800', 'password_invalid_characters'],
    ['a common phrase', 'correcthorsebatterystaple', 'password_common'],
    ['a common word with signs around', '!!!!!!password123!!!!!', 'password_common'],
    ['a common word twice', 'passwordpassword', 'password_common'],
    ['a common word in disguise', 'P@ssw0rd2024!!!!!', 'password_common'],
    ['one letter over and over', 'aaaaaaaaaaaaaaaaaa', 'password_common'],
    ['a short piece over and over', 'abc!abc!abc!abc!', 'password_common'],
    ['digits in a row', '12345678901234567890', 'password_common'],
    ['a walk over the keyboard', 'qwertyuiopasdfghjkl', 'password_common'],
    ['our own name', 'crew crew-crew.crew!', 'password_own_word'],
    ['our own name and a year', 'crew-mycrew-2026!', 'password_own_word'],
    ['the mail’s own part', 'rosa.delgado-2026!', 'password_own_word'],
    ['the own name', 'Rosa!!Delgado!!1985', 'password_own_word'],
    ['the own company', 'Mile-High-Homes-1!', 'password_own_word'],
  ])('with %s is refused', (_name, password, reason) => {
    expect(refusalOf(password)).toBe(reason)
  })

  it('decision 30: of an operator has fifteen letters, since it opens everybody’s account', () => {
    const operator = { ...owner, type: 'Operator' as const }
    expect(refusalOf('quiet-harbor-o', operator)).toBe('operator_password_too_short')
    expect(refusalOf('quiet-harbor-ox', operator)).toBeNull()
  })

  it('A8: is the same in either form of an accent, and counts letters, not bytes', () => {
    expect(normalisePassword('cafe\u0301')).toBe(normalisePassword('caf\u00e9'))
    expect(refusalOf('\u00e9a\u00e9b\u00e9c\u00e9')).toBe('password_too_short')
  })

  it('never throws and answers at once, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(() => decidePassword(text, owner, () => false)).not.toThrow()
      }),
    )
  })
})

describe('a phone number', () => {
  it.each([
    '(303) 555-0123',
    '303.555.0123',
    '3035550123',
    '1 303 555 0123',
    '+1 303-555-0123',
    ' +13035550123 ',
  ])('%j is one number', (text) => {
    expect(normalisePhone(text)).toEqual({ phone: '+13035550123' })
  })

  it.each([
    '',
    '555-0123',
    '103 555 0123',
    '303 055 0123',
    '+44 20 7946 0958',
    '30355501234',
    '23035550123',
    'call 3035550123',
    '3035550123 x7',
    '+3035550123',
    '0'.repeat(99),
  ])('%j is refused', (text) => {
    expect(normalisePhone(text)).toEqual({ refused: 'phone_invalid' })
  })
})
