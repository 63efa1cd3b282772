import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf } from './hash-password.ts'

test('a password is kept by argon2id over 19 MiB in two passes, with a salt of its own', async () => {
  const [kept, again] = [await hashPassword('quiet herons'), await hashPassword('quiet herons')]
  const [kind, salt = '', tag] = kept.split('$')
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const nonce = Buffer.from(salt, 'base64url')
  expect([kind, nonce.length]).toEqual(['argon2id', 16])
  expect(argon2Sync('argon2id', { ...cost, message: 'quiet herons', nonce }).toString('base64url')).toBe(tag)
  expect(again).not.toBe(kept)
})

test('every letter of it counts, to the last, and so do spaces and capitals', async () => {
  const password = ` ${'Aa1-'.repeat(31)}é `
  const kept = await hashPassword(password)
  expect(await isPasswordOf(kept, password)).toBe(true)
  for (const other of [password.trim(), password.slice(0, -1), password.toLowerCase(), `${password}x`, ''])
    expect(await isPasswordOf(kept, other)).toBe(false)
})
