import { expect, test } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { buildCustomer } from '#testing/build.ts'
import { hashToken, openSession } from './session.ts'

test('a session is 256 random bits, of which the database has the hash alone', async () => {
  const { app } = await createTestApp()
  const { userId } = await buildCustomer(app)
  const opened = await Promise.all(
    Array.from({ length: 200 }, () =>
      openSession(app.db, { userId, userAgent: 'test', now: app.ports.clock.now() }),
    ),
  )
  expect(new Set(opened).size).toBe(200)
  const bytes = opened.map((token) => Buffer.from(token, 'base64url'))
  expect(bytes.every((token) => token.length === 32)).toBe(true)
  // Of 200 random ones each of the 256 bits is set in some and clear in others, but for one chance in 10⁵⁷.
  const [every, some] = [Buffer.alloc(32, 255), Buffer.alloc(32)]
  for (const token of bytes)
    token.forEach((byte, index) => {
      every[index]! &= byte
      some[index]! |= byte
    })
  expect([every, some]).toEqual([Buffer.alloc(32), Buffer.alloc(32, 255)])
  const rows = await app.db.selectFrom('session').where('user_id', '=', userId).selectAll().execute()
  const kept = rows.map(({ token_hash }) => token_hash.toString('hex')).toSorted()
  expect(kept).toEqual(opened.map((token) => hashToken(token).toString('hex')).toSorted())
  expect(opened.filter((token) => JSON.stringify(rows).includes(token))).toEqual([])
})
