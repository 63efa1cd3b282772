import { describe, expect, test } from 'vitest'
import { parseInstant } from '../time.ts'
import { STAFF_ROLES } from './roles.ts'
import { appLink, bytesOfStep, codeOf, needsSecondFactor, stepAt, toBase32 } from './second-factor.ts'

test('owners and finance give one before money, prices, settings, system and staff', () => {
  const who = STAFF_ROLES.filter((role) => needsSecondFactor(role, 'refund'))
  expect(who).toEqual(['owner', 'finance'])
  expect(needsSecondFactor('owner', 'staff')).toBe(true)
  expect(needsSecondFactor('owner', 'see_money')).toBe(false)
  expect(needsSecondFactor(null, 'staff')).toBe(false)
})

test('the example of RFC 4226 §5.4', () => {
  const hmac = Uint8Array.from(
    '1f8698690e02ca16618550ef7f19da8e945b555a'.match(/../g)!.map((byte) => Number.parseInt(byte, 16)),
  )
  expect(codeOf(hmac)).toBe('872921')
})

describe('the steps of RFC 6238, appendix B', () => {
  test.each([
    ['1970-01-01T00:00:59Z', '0000000000000001'],
    ['2005-03-18T01:58:29Z', '00000000023523ec'],
    ['2009-02-13T23:31:30Z', '000000000273ef07'],
    ['2033-05-18T03:33:20Z', '0000000003f940aa'],
    ['2603-10-11T11:33:20Z', '0000000027bc86aa'],
  ])('%s', (at, hex) => {
    const bytes = bytesOfStep(stepAt(parseInstant(at)))
    expect(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(hex)
  })
})

test('base32 as RFC 4648 §10 writes it, without what fills it up', () => {
  const written = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
    toBase32(Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0)),
  )
  expect(written).toEqual(['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('the link names the house and the account', () => {
  expect(appLink('MZXW6', 'a@b.test')).toBe('otpauth://totp/Crew%3Aa%40b.test?secret=MZXW6&issuer=Crew')
})
