import { resolve } from 'node:path'
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
