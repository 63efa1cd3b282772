import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('origins that may be called though they are not public', () => {
  test('are none, until they are named', () => {
    expect(readConfig({}).fetchAllowed).toEqual([])
    const named = { CREW_FETCH_ALLOW: 'http://127.0.0.1:4000, https://push.test' }
    expect(readConfig(named).fetchAllowed).toEqual(['http://127.0.0.1:4000', 'https://push.test'])
  })

  test.each(['127.0.0.1', 'http://127.0.0.1:4000/path', 'http://a b'])('are not read from %j', (text) => {
    expect(() => readConfig({ CREW_FETCH_ALLOW: text })).toThrow('CREW_FETCH_ALLOW is not right')
  })

  test('are none in production', () => {
    const production = {
      CREW_ENV: 'production',
      CREW_SECRET: 's'.repeat(32),
      CREW_ORIGIN: 'https://crew.example',
      CREW_FETCH_ALLOW: 'http://127.0.0.1:4000',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
    }
    expect(() => readConfig(production)).toThrow('CREW_FETCH_ALLOW is for tests')
  })
})
