import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('origins that may be called though they are not public', () => {
  test('are none, until they are named', () => {
    expect(readConfig({}).fetchAllowed).toEqual([])
    const named = { CREW_FETCH_ALLOW: 'http://127.0.0.1:4000, https://push.test' }
    expect(readConfig(named).fetchAllowed).toEqual(['http://127.0.0.1:4000', 'https://push.test'])
  })

  test('are those of a host and a port, where no protocol is said', () => {
    const named = { CREW_FETCH_ALLOW: '127.0.0.1:4000,push.test:443, [::1]:80' }
    expect(readConfig(named).fetchAllowed).toEqual([
      'http://127.0.0.1:4000',
      'https://127.0.0.1:4000',
      'http://push.test:443',
      'https://push.test',
      'http://[::1]',
      'https://[::1]:80',
    ])
  })

  test.each([
    '127.0.0.1',
    'localhost',
    'push.test:99999',
    'ann@push.test:443',
    'http://127.0.0.1:4000/path',
    'http://a b',
  ])('are not read from %j', (text) => {
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

describe('maps', () => {
  test('have the streets that come with the pages, until others are named', () => {
    expect(readConfig({}).map).toEqual({ styleUrl: null, tiles: null, hosts: [] })
    const named = {
      MAP_STYLE_URL: 'https://maps.example/style.json',
      MAP_TILES: 'denver.pmtiles',
      MAP_HOSTS: 'https://fonts.example, https://tiles.example',
    }
    expect(readConfig(named).map).toEqual({
      styleUrl: 'https://maps.example/style.json',
      tiles: { url: '/maps/tiles.pmtiles', file: resolve('denver.pmtiles') },
      hosts: ['https://fonts.example', 'https://tiles.example'],
    })
    const elsewhere = 'https://tiles.example/denver.pmtiles'
    expect(readConfig({ MAP_TILES: elsewhere }).map.tiles).toEqual({ url: elsewhere, file: null })
  })

  test.each([
    [{ MAP_STYLE_URL: 'style.json' }, 'MAP_STYLE_URL is not right'],
    [{ MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png' }, 'MAP_TILES is not right'],
    [{ MAP_HOSTS: 'https://fonts.example/letters' }, 'MAP_HOSTS is not right'],
  ])('are not read from %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

describe('Hospitable', () => {
  const keys = {
    HOSPITABLE_CLIENT_ID: 'crew-vendor',
    HOSPITABLE_CLIENT_SECRET: 'a-secret-of-the-vendor',
    HOSPITABLE_WEBHOOK_SECRET: '123456',
  }

  test('is read by three keys together, at its own addresses until others are named', () => {
    expect(readConfig({}).hospitable).toBeNull()
    expect(readConfig(keys).hospitable).toEqual({
      clientId: 'crew-vendor',
      clientSecret: 'a-secret-of-the-vendor',
      webhookSecret: '123456',
      apiBase: 'https://public.api.hospitable.com/v2',
      authBase: 'https://auth.hospitable.com',
    })
    const elsewhere = { ...keys, HOSPITABLE_API_BASE: 'http://127.0.0.1:4000/v2/' }
    expect(readConfig(elsewhere).hospitable?.apiBase).toBe('http://127.0.0.1:4000/v2')
  })

  test.each([
    [{ HOSPITABLE_CLIENT_ID: 'crew-vendor' }, 'needs HOSPITABLE_CLIENT_SECRET and HOSPITABLE_WEBHOOK_SECRET'],
    [{ ...keys, HOSPITABLE_WEBHOOK_SECRET: '' }, 'needs HOSPITABLE_WEBHOOK_SECRET as well'],
    [{ ...keys, HOSPITABLE_CLIENT_ID: 'a b' }, 'HOSPITABLE_CLIENT_ID is not right'],
    [{ ...keys, HOSPITABLE_CLIENT_SECRET: 'short' }, 'HOSPITABLE_CLIENT_SECRET is not right'],
    [{ ...keys, HOSPITABLE_API_BASE: 'hospitable' }, 'HOSPITABLE_API_BASE is not right'],
    [{ HOSPITABLE_AUTH_BASE: 'https://auth.test' }, 'HOSPITABLE_AUTH_BASE is of no use without'],
    [
      {
        ...keys,
        HOSPITABLE_AUTH_BASE: 'http://auth.test',
        CREW_ENV: 'production',
        CREW_SECRET: 's'.repeat(32),
        CREW_ORIGIN: 'https://crew.example',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
      },
      'HOSPITABLE_AUTH_BASE is not right: in production it begins with https',
    ],
  ])('is not read from %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

test('a standby to read from is of a database that is named', () => {
  const standby = { DATABASE_READS_URL: 'postgres://crew@standby/crew' }
  expect(() => readConfig(standby)).toThrow(/^DATABASE_READS_URL names a standby .* which is not set\.$/)
  const both = { ...standby, DATABASE_URL: 'postgres://crew@primary/crew' }
  expect(readConfig(both).readsDatabaseUrl).toBe('postgres://crew@standby/crew')
  expect(() => readConfig({ ...both, DATABASE_READS_URL: 'standby' })).toThrow('DATABASE_READS_URL is not')
})
