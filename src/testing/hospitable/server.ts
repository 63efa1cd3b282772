/** The double on a port of this machine: the pages and tokens of OAuth, and the public API. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { textsIn } from '#contract/outside.ts'
import { answerApi } from './answers.ts'
import type { DoubleWorld } from './world.ts'

const DOUBLE_KEYS = {
  HOSPITABLE_CLIENT_ID: 'crew-vendor',
  HOSPITABLE_CLIENT_SECRET: 'vendor-secret-of-the-double',
  HOSPITABLE_WEBHOOK_SECRET: '123456',
}

const SLOW_MS = 300

export type HospitableDouble = {
  readonly origin: string
  /** For the environment of a server that shall read here. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** `redirectUrl`: what the partner portal knows of us. */
export async function startHospitable(
  world: DoubleWorld,
  { redirectUrl = 'http://127.0.0.1:1/hospitable-redirect', port = 0 } = {},
): Promise<HospitableDouble> {
  const server = createServer((request, response) => {
    serve(world, redirectUrl, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  return {
    origin,
    environment: { ...DOUBLE_KEYS, HOSPITABLE_API_BASE: `${origin}/v2`, HOSPITABLE_AUTH_BASE: origin },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(
  world: DoubleWorld,
  redirectUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://double')
  const sent = await readAll(request)
  world.calls.push(`${request.method} ${url.pathname}`)
  const fault = world.faults.find(({ on, times }) => times > 0 && url.pathname.startsWith(on))
  if (fault !== undefined) fault.times -= 1
  const answer = (status: number, body: unknown, type = 'application/json') => {
    if (fault?.kind === 'lost_answer') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': type })
    response.end(
      fault?.kind === 'nonsense' ? '<html>' : typeof body === 'string' ? body : JSON.stringify(body),
    )
  }
  if (fault?.kind === 'lost_request') return void request.socket.destroy()
  if (fault?.kind === 'server_error') return answer(503, { message: 'Service Unavailable' })
  if (fault?.kind === 'rate_limit') return answer(429, { message: 'Too Many Attempts.' })
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  if (url.pathname === '/oauth/authorize')
    return answer(200, authorizePage(world, redirectUrl, url), 'text/html')
  if (url.pathname === '/oauth/token') {
    const grant = textsIn(JSON.parse(sent))
    if (
      grant['client_id'] !== DOUBLE_KEYS.HOSPITABLE_CLIENT_ID ||
      grant['client_secret'] !== DOUBLE_KEYS.HOSPITABLE_CLIENT_SECRET
    )
      return answer(401, { error: 'invalid_client', message: 'Client authentication failed' })
    const pair = world.exchange(grant)
    if (pair === null) return answer(400, { error: 'invalid_grant', message: 'The grant is invalid.' })
    return answer(200, pair)
  }
  const host = world.hostOf((request.headers.authorization ?? '').replace('Bearer ', ''))
  if (host === null) return answer(401, { message: 'Unauthenticated.' })
  const { status, body } = answerApi(host, url.pathname.replace(/^\/v2/, ''), url.searchParams)
  answer(status, body)
}

/** One link for each host that might be signed in there, and one that says no. */
function authorizePage({ hosts, giveCode }: DoubleWorld, redirectUrl: string, { searchParams }: URL): string {
  const back = (query: Record<string, string>) => {
    const state = searchParams.get('state')
    return `${redirectUrl}?${new URLSearchParams({ ...query, ...(state === null ? {} : { state }) })}`
  }
  const links = hosts.map(
    (host) => `<p><a href="${back({ code: giveCode(host) })}">Authorize as ${host.name}</a></p>`,
  )
  return `<!doctype html><title>Hospitable (double)</title>${links.join('')}<p><a href="${back({ error: 'access_denied' })}">Deny</a></p>`
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
