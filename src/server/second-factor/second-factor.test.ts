/** The second factor: who must give it before what, the codes, and what ends them. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type RefundId, toId } from '#domain/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { bytesOfStep, stepAt } from '#domain/staff/second-factor.ts'
import { seal, unseal } from '../seal.ts'
import { codeAt, newRecoveryCodes, sealedFor } from './make-code.ts'

const testApp = await createTestApp()
const { app, clock } = testApp

/** RFC 4648: what an app does with the secret that it is shown. */
function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** An operator with an app that makes codes. */
async function newHolder(staffRole: 'owner' | 'finance' | 'support' = 'owner') {
  const operator = await buildOperator(app, { staffRole })
  const client = await signedIn(testApp, operator, { hasSecondFactor: false })
  const { secret, qrCode } = (await client.call('POST /api/begin-second-factor')).body
  expect(qrCode.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
  const code = (stepsOn = 0) => codeAt(fromBase32(secret), stepAt(app.ports.clock.now()) + stepsOn)
  const confirmed = await client.call('POST /api/confirm-second-factor', { body: { code: code() } })
  expect(confirmed.status).toBe(200)
  const { recoveryCodes } = confirmed.body
  return { operator, client, code, recoveryCodes }
}
const protectedCall = (client: Client) =>
  client.call('POST /api/set-setting', {
    body: { key: 'offerMinutes', value: 11, inForceFrom: null, marketId: 'denver' },
  })
const give = (client: Client, code: string) => client.call('POST /api/give-second-factor', { body: { code } })
const again = (holder: { operator: Parameters<typeof signedIn>[1] }) =>
  signedIn(testApp, holder.operator, { hasSecondFactor: false })

test('the vectors of RFC 6238, appendix B', () => {
  const secret = Buffer.from('12345678901234567890')
  const at = (seconds: number) => codeAt(secret, Math.floor(seconds / 30), 8)
  expect([59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map(at)).toEqual([
    '94287082',
    '07081804',
    '14050471',
    '89005924',
    '69279037',
    '65353130',
  ])
  expect(createHmac('sha1', secret).update(bytesOfStep(1)).digest()).toHaveLength(20)
})

test('a secret is sealed for its account alone', () => {
  const secret = Buffer.from('a secret of 20 bytes')
  const sealed = seal(app.config, sealedFor('me'), secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(app.config, sealedFor('me'), sealed)).toEqual(secret)
  expect(() => unseal(app.config, sealedFor('you'), sealed)).toThrow()
})

test('ten codes of 112 bits and more for when it is lost, each another', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[a-hjkmnp-z2-9]{6}(-[a-hjkmnp-z2-9]{6}){3}$/.test(code))).toBe(true)
  const many = Array.from({ length: 100 }, newRecoveryCodes).join('').replaceAll(/[-,]/g, '')
  const signs = new Set(many)
  expect(Math.log2(signs.size) * 24).toBeGreaterThanOrEqual(112)
})

describe('before money, prices, settings, system and staff', () => {
  test.each([
    ['owner', 403],
    ['finance', 403],
  ] as const)('%s gives one', async (staffRole, status) => {
    const client = await signedIn(testApp, await buildOperator(app, { staffRole }), {
      hasSecondFactor: false,
    })
    const refused = await client.call('POST /api/run-reconcile')
    expect([refused.status, refused.failure.code]).toEqual([status, 'second_factor_needed'])
    expect((await client.call('GET /api/reconcile-runs')).status).toBe(200)
    expect((await client.call('GET /api/second-factor')).body).toMatchObject({
      isNeeded: true,
      hasApp: false,
    })
  })

  test('support gives none', async () => {
    const client = await signedIn(testApp, await buildOperator(app, { staffRole: 'support' }), {
      hasSecondFactor: false,
    })
    const body = { refundId: toId<RefundId>(crypto.randomUUID()), to: 'card' } as const
    const answer = await client.call('POST /api/retry-refund', { body })
    expect(answer.status).toBe(404)
  })

  test('an app is set up, and holds for twelve hours in this session alone', async () => {
    const holder = await newHolder()
    expect((await protectedCall(holder.client)).status).toBe(200)
    const elsewhere = await again(holder)
    expect((await protectedCall(elsewhere)).failure.code).toBe('second_factor_needed')
    clock.advance(MINUTE_MS)
    expect((await give(elsewhere, holder.code())).status).toBe(200)
    expect((await protectedCall(elsewhere)).status).toBe(200)
    clock.advance(12 * HOUR_MS)
    expect((await protectedCall(elsewhere)).failure.code).toBe('second_factor_needed')
  })

  test('a password sets up no other app where there is one', async () => {
    const elsewhere = await again(await newHolder())
    expect((await elsewhere.call('POST /api/begin-second-factor')).failure.code).toBe('second_factor_needed')
  })
})

describe('a code', () => {
  test('is good once, also for two at the same moment, and no older one after it', async () => {
    const holder = await newHolder()
    clock.advance(2 * MINUTE_MS)
    const [one, other] = [await again(holder), await again(holder)]
    const code = holder.code()
    const statuses = (await Promise.all([give(one, code), give(other, code)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
    expect((await give(await again(holder), holder.code(-1))).failure.code).toBe('second_factor_used')
    expect((await give(await again(holder), holder.code(1))).status).toBe(200)
  })

  test('of two minutes ago is none', async () => {
    const holder = await newHolder()
    clock.advance(5 * MINUTE_MS)
    expect((await give(await again(holder), holder.code(-4))).failure.code).toBe('second_factor_wrong')
  })

  test('is tried ten times, and then for a while not even the right one is taken', async () => {
    const holder = await newHolder()
    clock.advance(2 * MINUTE_MS)
    const client = await again(holder)
    for (let tries = 0; tries < 10; tries++)
      expect((await give(client, '000 000')).failure.code).toBe('second_factor_wrong')
    expect((await give(client, holder.code())).failure.code).toBe('second_factor_tries')
    clock.advance(16 * MINUTE_MS)
    expect((await give(await again(holder), holder.code())).status).toBe(200)
  })

  test('for when the app is lost opens once, however it is typed; new ones end the old', async () => {
    const holder = await newHolder('finance')
    const [first = '', second = ''] = holder.recoveryCodes
    const client = await again(holder)
    expect((await give(client, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await give(await again(holder), first)).failure.code).toBe('second_factor_wrong')
    expect((await client.call('GET /api/second-factor')).body.recoveryCodesLeft).toBe(9)
    const renewed = (await client.call('POST /api/renew-recovery-codes')).body.recoveryCodes
    expect(renewed).toHaveLength(10)
    expect((await give(await again(holder), second)).failure.code).toBe('second_factor_wrong')
    expect((await give(await again(holder), renewed[0] ?? '')).status).toBe(200)
  })
})

describe('a lost one', () => {
  test('is reset by another owner: sessions end, it is logged and mailed, and set up anew', async () => {
    const [holder, other] = [await newHolder(), await newHolder()]
    const body = { userId: holder.operator.userId, reason: 'Lost the phone' }
    expect((await holder.client.call('POST /api/reset-second-factor', { body })).failure.code).toBe(
      'own_second_factor',
    )
    expect((await other.client.call('POST /api/reset-second-factor', { body })).status).toBe(200)
    expect((await holder.client.call('GET /api/user')).status).toBe(401)
    const fresh = await again(holder)
    expect((await fresh.call('GET /api/second-factor')).body).toMatchObject({
      hasApp: false,
      recoveryCodesLeft: 0,
    })
    expect((await give(fresh, holder.code(1))).failure.code).toBe('second_factor_needed')
    await testApp.work()
    const mails = await app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', holder.operator.email)
      .select('subject')
      .execute()
    expect(mails.map(({ subject }) => subject)).toContain('Your second factor was reset')
  })
})

test('in the demo city nobody is asked who has set up none, and whoever has one is', async () => {
  const demo = await createTestApp({ environment: { CREW_DEMO: '1' } })
  const operator = await buildOperator(demo.app)
  const client = await signedIn(demo, operator, { hasSecondFactor: false })
  expect((await protectedCall(client)).status).toBe(200)
  const { secret } = (await client.call('POST /api/begin-second-factor')).body
  const code = codeAt(fromBase32(secret), stepAt(demo.app.ports.clock.now()))
  await client.call('POST /api/confirm-second-factor', { body: { code } })
  const elsewhere = await signedIn(demo, operator, { hasSecondFactor: false })
  expect((await protectedCall(elsewhere)).failure.code).toBe('second_factor_needed')
})
