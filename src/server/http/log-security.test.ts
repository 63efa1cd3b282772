/** What the log says of signing in and of refusals, for whoever looks for an attack. */
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { asOwner } from '#testing/database.ts'

const PASSWORD = 'seventeen quiet herons'
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const testApp = await createTestApp({ log })
beforeEach(() => {
  lines.length = 0
})

function security() {
  return lines.filter(({ code }) => ['signed_in', 'signed_out', 'call_refused'].includes(String(code)))
}

test('signing in and out leaves who, how, when and from where, and no secret', async () => {
  const email = 'ada.logged@example.test'
  const client = testApp.client()
  const body = { name: 'Ada', email, phone: '(303) 555-0123', password: PASSWORD }
  await client.call('POST /api/register-customer', { body })
  const { id } = (await client.call('GET /api/user', { query: { fields: '*' } })).body
  await client.call('POST /api/sign-out')
  await client.call('POST /api/sign-in', { body: { email, password: 'something else again' } })
  await client.call('POST /api/sign-in', { body: { email, password: PASSWORD } })
  const from = { ip: '127.0.0.1', reqId: expect.stringMatching(/^[0-9a-f]{8}$/), time: expect.any(Number) }
  expect(security()).toMatchObject([
    { ...from, code: 'signed_in', userId: id, route: '/api/register-customer', level: 30 },
    { ...from, code: 'signed_out', userId: id, route: '/api/sign-out' },
    { ...from, code: 'call_refused', refusal: 'wrong_credentials', route: '/api/sign-in', level: 40 },
    { ...from, code: 'signed_in', userId: id, route: '/api/sign-in', hasSecondFactor: false },
  ])
  const written = JSON.stringify(lines)
  for (const secret of [email, PASSWORD, 'something else', ...client.cookies.values()])
    if (secret !== '1') expect(written).not.toContain(secret)
})

test('who is refused for what they are or may do is named', async () => {
  const [customer, crew] = [await buildCustomer(testApp.app), await buildCrew(testApp.app)]
  const support = await buildOperator(testApp.app, { staffRole: 'support' })
  lines.length = 0
  await (await signedIn(testApp, customer)).call('GET /api/audit-log')
  await (await signedIn(testApp, support)).call('POST /api/set-setting', { body: {} as never })
  const id = crypto.randomUUID()
  await (await signedIn(testApp, crew)).call('GET /api/visit', { query: { id } })
  expect(security().map(({ userId, refusal, route }) => [userId, refusal, route])).toEqual([
    [customer.userId, 'forbidden', '/api/audit-log'],
    [support.userId, 'role_forbids', '/api/set-setting'],
    [crew.userId, 'not_found', '/api/visit'],
  ])
})

test('pages of other sites are named, what nobody attacks with is not, and no address is written whole', async () => {
  const { server } = testApp
  await server.inject({ method: 'POST', url: '/api/sign-out', headers: { origin: 'https://evil.example' } })
  await server.inject({ method: 'GET', url: '/api/user?secret=one' })
  await server.inject({ method: 'GET', url: '/no-such-page' })
  await server.inject({ method: 'POST', url: '/api/sign-in', payload: { email: 5 } })
  expect(security()).toMatchObject([{ refusal: 'forbidden', route: '/api/sign-out', userId: null }])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('a fault of ours shows the reference under which the log has it, and nothing else of itself', async () => {
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  await asOwner((db) => db.schema.alterTable('property_group').renameTo('taken_away').execute())
  const { status, text } = await client.call('GET /api/property-groups')
  await asOwner((db) => db.schema.alterTable('taken_away').renameTo('property_group').execute())
  expect(status).toBe(500)
  const [, reference] = /Reference: ([0-9a-f]{8})/.exec(text) ?? []
  expect(lines.find(({ reqId }) => reqId === reference)).toMatchObject({
    level: 50,
    msg: 'request failed',
    method: 'GET',
    err: { message: expect.stringContaining('property_group'), stack: expect.stringContaining('.ts') },
  })
  expect(text).not.toMatch(/property_group|select|relation|node_modules|\.ts\b|42P01/)
})

test('who hangs up while a picture is on its way raises no alarm', async () => {
  const listening = await createTestApp({ log })
  onTestFinished(() => listening.close())
  await listening.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = listening.server.server.address() as AddressInfo
  const crew = await signedIn(listening, await buildCrew(listening.app))
  const cookie = [...crew.cookies].map((pair) => pair.join('=')).join('; ')
  const answered = vi.fn<(status: number) => void>()
  listening.server.server.on('request', (_, response) =>
    response.on('close', () => answered(response.statusCode)),
  )
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/upload-crew-photo HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: image/jpeg\r\ncontent-length: 9000\r\n\r\nÿØ`,
    () => setTimeout(() => socket.destroy(), 200),
  )
  await vi.waitFor(() => expect(answered).toHaveBeenCalled(), { timeout: 5_000 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
