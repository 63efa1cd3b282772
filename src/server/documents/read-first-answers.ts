/**
 * What a page asks first, answered with its document. Each is asked of the very endpoint that the page would ask, with
 * the page's own session and headers: the same rights, limits and shape, whoever the browser looks after. What fails, is
 * refused, or is not there in time is left out, and the page asks it as ever.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callsAfter, FIRST_USER, type FirstCall, type FirstPage, firstCalls } from '#contract/first-reads.ts'
import { parseJson } from '#contract/outside.ts'
import type { App } from '../app.ts'
import { sessionCookieName } from '../http/session.ts'

const LONGEST_MS = 150
const MOST_BYTES = 64 * 1024
/** Of what a page's request says, what a call of that page would say, too. */
const SAME_HEADERS = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** By the call that they answer, as JSON. */
export type FirstAnswers = ReadonlyMap<FirstCall, string>

/** Empty for who has no session, or where nothing came. */
export async function readFirstAnswers(
  server: FastifyInstance,
  app: App,
  request: FastifyRequest,
  page: FirstPage,
): Promise<FirstAnswers> {
  const answers = new Map<FirstCall, string>()
  if (request.cookies[sessionCookieName(app.config)] === undefined) return answers
  let room = MOST_BYTES
  const ask = async (call: FirstCall): Promise<unknown> => {
    const said = await answerOf(server, request, call)
    if (said === null) return undefined
    room -= Buffer.byteLength(said)
    if (room > 0) answers.set(call, said)
    return parseJson(said)
  }
  const askAll = async () => {
    const user = await ask(FIRST_USER)
    const calls = firstCalls(page, user, app.ports.clock.now())
    await Promise.all(
      calls.map(async (call) => Promise.all(callsAfter(call, await ask(call)).map((next) => ask(next)))),
    )
  }
  await orLate(askAll())
  return new Map(answers)
}

/** Null for whatever is no answer. */
async function answerOf(
  server: FastifyInstance,
  request: FastifyRequest,
  call: FirstCall,
): Promise<string | null> {
  const [, method, url, body] = /^(GET|POST) ([^{]+)(\{.*)?$/.exec(call) ?? []
  if ((method !== 'GET' && method !== 'POST') || url === undefined) return null
  const headers = Object.fromEntries(
    SAME_HEADERS.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const reply = await server
    .inject({
      method,
      url,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      remoteAddress: request.socket.remoteAddress ?? request.ip,
      ...(body === undefined ? {} : { payload: body }),
    })
    .catch(() => null)
  const isAnswered = reply?.statusCode === 200 && /json/.test(`${reply.headers['content-type']}`)
  return isAnswered ? reply.payload : null
}

async function orLate(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS)
  })
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}
