/** A person's phone: it makes a call under one key until it is answered, as the app does. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Tally } from './tally.ts'

export type Person = { readonly userId: string; readonly cookie: string; readonly address: string }

type Asked = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** A picture instead. */
  readonly file?: Buffer
}

/** What the rules of the house say no to; another try would hear the same. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
}

export type Caller = { call(person: Person, asked: Asked): Promise<unknown>; close(): void }

const LONGEST_WAIT_MS = 90_000
const ANSWER_MS = 15_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 1_000

type Answer = { readonly status: number; readonly text: string; readonly saysWhen: boolean }

export function openCaller(origin: string, tally: Tally): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  return {
    close: () => agent.destroy(),
    call: async (person, asked) => {
      const key = crypto.randomUUID()
      const until = performance.now() + LONGEST_WAIT_MS
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
        const answer = await send(agent, origin, { person, asked, key }).catch((error: unknown) => error)
        if (isAnswer(answer)) {
          if (answer.status === 200 && asked.method === 'POST') tally.noteAnswer()
          if (answer.status === 200) return JSON.parse(answer.text || 'null')
          if (answer.status < 500 && answer.status !== 429)
            throw new RefusedCall(`${asked.path.split('?')[0]} ${answer.status} ${codeIn(answer.text)}`)
          count(tally.troubles, nameOf(answer))
        } else count(tally.troubles, `${codeOf(answer)} of ${asked.path.split('?')[0]}`)
        if (performance.now() > until) throw new Error(`nobody answered ${asked.path}`)
        await sleep(pauseMs * (0.5 + Math.random()))
      }
    },
  }
}

function nameOf({ status, saysWhen, text }: Answer): string {
  const name = `${status} ${codeIn(text)}`.trim()
  return status === 503 && !saysWhen ? `${name} without Retry-After` : name
}

function send(
  agent: Agent,
  origin: string,
  { person, asked, key }: { person: Person; asked: Asked; key: string },
): Promise<Answer> {
  const payload = asked.file ?? (asked.method === 'POST' ? JSON.stringify(asked.body ?? {}) : undefined)
  return new Promise((resolve, reject) => {
    const sent = request(
      origin + asked.path,
      {
        method: asked.method,
        agent,
        timeout: ANSWER_MS,
        headers: {
          cookie: person.cookie,
          'x-forwarded-for': person.address,
          'idempotency-key': key,
          ...(payload === undefined
            ? {}
            : {
                'content-type': asked.file === undefined ? 'application/json' : 'image/jpeg',
                'content-length': Buffer.byteLength(payload),
              }),
        },
      },
      (reply) => {
        const pieces: Buffer[] = []
        reply.on('data', (piece: Buffer) => pieces.push(piece))
        reply.once('error', reject)
        reply.once('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            text: Buffer.concat(pieces).toString(),
            saysWhen: reply.headers['retry-after'] !== undefined,
          }),
        )
      },
    )
    sent.once('timeout', () => sent.destroy(Object.assign(new Error('silence'), { code: 'silence' })))
    sent.once('error', reject)
    sent.end(payload)
  })
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'status' in answer
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'broke'
}

function codeIn(text: string): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? ''
}
