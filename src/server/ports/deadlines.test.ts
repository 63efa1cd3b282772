import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { DEADLINES_MS, withDeadlines } from './deadlines.ts'
import type { Ports } from './port.ts'

let testApp: TestApp
let silent: Ports
beforeAll(async () => {
  testApp = await createTestApp()
  const never = () => new Promise<never>(() => {})
  const deaf = new Proxy({}, { get: () => never })
  const ports = Object.fromEntries(Object.keys(DEADLINES_MS).map((name) => [name, deaf]))
  const limits = Object.fromEntries(Object.keys(DEADLINES_MS).map((name) => [name, 20]))
  silent = withDeadlines({ ...testApp.app.ports, ...ports }, limits as typeof DEADLINES_MS)
})
afterAll(() => testApp.close())

test.each([
  ['mail', 'send', 'Unanswered'],
  ['sms', 'send', 'Unanswered'],
  ['push', 'send', 'Unanswered'],
  ['photos', 'put', 'Unanswered'],
  ['places', 'search', 'PlacesUnavailable'],
  ['places', 'reverse', 'PlacesUnavailable'],
  ['matrix', 'between', 'Unanswered'],
  ['payments', 'confirmCharge', 'ProviderFailure'],
  ['payments', 'createTransfer', 'ProviderFailure'],
  ['payments', 'createRefund', 'ProviderFailure'],
] as const)('%s that never answers %s is %s in its time', async (port, method, name) => {
  const call = (silent[port] as unknown as Record<string, () => Promise<unknown>>)[method]!
  await expect(call()).rejects.toMatchObject({ name })
})

test('what answers in time, at once or throws is as it was', async () => {
  const { ports } = testApp.app
  expect(await ports.places.search('Bannock', 1)).toHaveLength(1)
  const forged = { body: '{}', signature: 'unsigned', from: 'platform' } as const
  expect(ports.payments.readWebhook(forged)).toEqual({ state: 'forged' })
})
