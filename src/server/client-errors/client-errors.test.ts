import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, signedIn } from '#testing/build.ts'

const lines: Record<string, unknown>[] = []
let testApp: TestApp
let limited: TestApp
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  testApp = await createTestApp({ log })
  limited = await createTestApp({ limitsCalls: true })
})
afterAll(async () => {
  await Promise.all([testApp.close(), limited.close()])
})

const TOKEN = 'q3J9wXkLr_2-ZaB5cD6eF7gH8iJ9kL0mN1oP2qR3sT4'

describe('a screen that broke', () => {
  test('is logged under the reference that the visitor is shown', async () => {
    const crew = await buildCrew(testApp.app)
    const client = await signedIn(testApp, crew)
    const { status, body } = await client.call('POST /api/report-error', {
      body: { message: 'x is undefined', stack: 'at Home (index.js:1)', path: '/jobs', buildId: 'abc123' },
    })
    expect(status).toBe(200)
    expect(body.reference).toMatch(/^[0-9a-f]{8}$/)
    expect(lines.find((line) => line['reference'] === body.reference)).toMatchObject({
      code: 'screen_broken',
      level: 50,
      userId: crew.userId,
      page: '/jobs',
      screenMessage: 'x is undefined',
      screenStack: 'at Home (index.js:1)',
      buildId: 'abc123',
    })
  })

  test('is logged without tokens, addresses and second lines', async () => {
    const { body } = await testApp.client().call('POST /api/report-error', {
      body: {
        message: `cannot open /reset-password/${TOKEN}?a=b for ada@example.test\n{"level":60}`,
        stack: `at https://crew.example/go/${TOKEN}#${TOKEN}`,
        path: `/reset-password/${TOKEN}`,
      },
    })
    const line = lines.find((each) => each['reference'] === body.reference)!
    expect(line['page']).toBe('/reset-password/:reset_password_id')
    expect(JSON.stringify(line)).not.toContain(TOKEN)
    expect(JSON.stringify(line)).not.toContain('ada@example.test')
    expect(line['screenMessage']).toBe('cannot open /reset-password/… for … | {"level":60}')
  })

  test('is cut to a length, and refused where it is malformed', async () => {
    const { body } = await testApp.client().call('POST /api/report-error', {
      body: { message: 'm '.repeat(2_000), stack: 's '.repeat(9_000), path: '/nowhere' },
    })
    const line = lines.find((each) => each['reference'] === body.reference)!
    expect(line).toMatchObject({ page: 'unknown', userId: null, buildId: null })
    expect(String(line['screenMessage'])).toHaveLength(500)
    expect(String(line['screenStack'])).toHaveLength(4_000)
    for (const wrong of [
      {},
      { message: 'x', path: '/', more: 1 },
      { message: 'x'.repeat(20_001), path: '/' },
      { message: 'x', path: '/', buildId: 'not hex' },
    ])
      expect((await testApp.client().call('POST /api/report-error', { body: wrong as never })).status).toBe(
        400,
      )
  })

  test('is accepted twenty times a minute from one address', async () => {
    const client = limited.client()
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const answer = await client.call('POST /api/report-error', { body: { message: 'x', path: '/' } })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})

describe('a breach of the content policy', () => {
  test.each([
    [
      'application/csp-report',
      {
        'csp-report': {
          'effective-directive': 'script-src-elem',
          'blocked-uri': `https://evil.example/x.js?token=${TOKEN}`,
          'document-uri': `https://crew.example/go/${TOKEN}`,
        },
      },
    ],
    [
      'application/reports+json',
      [
        {
          type: 'csp-violation',
          body: {
            effectiveDirective: 'script-src-elem',
            blockedURL: `https://evil.example/x.js?token=${TOKEN}`,
            documentURL: `https://crew.example/go/${TOKEN}`,
          },
        },
      ],
    ],
  ])('is logged without secrets when sent as %s', async (type, report) => {
    lines.length = 0
    const answer = await testApp.client().call('POST /api/report-violation', {
      file: { type, content: JSON.stringify(report) },
    })
    expect(answer.status).toBe(200)
    expect(lines).toEqual([
      expect.objectContaining({
        code: 'policy_violated',
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/go/:go_id',
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain(TOKEN)
  })

  test.each(['', 'no json', '[]', 'null', '{"csp-report":{"blocked-uri":{"a":1}}}'])(
    'does no harm as %j',
    async (content) => {
      const { status } = await testApp.client().call('POST /api/report-violation', {
        file: { type: 'application/csp-report', content },
      })
      expect([200, 400]).toContain(status)
    },
  )

  test('is refused when it is large or of another type', async () => {
    const client = testApp.client()
    const large = { type: 'application/csp-report', content: 'x'.repeat(17 * 1024) }
    expect((await client.call('POST /api/report-violation', { file: large })).status).toBe(413)
    const text = { type: 'text/plain', content: '{}' }
    expect((await client.call('POST /api/report-violation', { file: text })).status).toBe(415)
  })
})
