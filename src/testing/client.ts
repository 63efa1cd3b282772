/** A browser without a screen: asks a server in this process, typed by the contract, and keeps its cookies. */
import type { FastifyInstance } from 'fastify'
import type { BodyInput, EndpointKey, Failure, QueryInput, ReplyOf } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { App } from '#server/app.ts'
import { expectLogged } from './expect-logged.ts'

type Answer<Key extends keyof Contract> = {
  readonly status: number
  readonly body: ReplyOf<Contract[Key]>
  readonly failure: Failure
  readonly headers: Record<string, unknown>
  readonly text: string
  /** A file as it came. */
  readonly bytes: Buffer
}

type CallInput<Key extends keyof Contract> = {
  body?: BodyInput<Contract[Key]>
  query?: QueryInput<Contract[Key]>
  file?: { type: string; content: Buffer | string }
  headers?: Record<string, string>
}

/** One browser: keeps its cookies. */
export type Client = {
  call<Key extends keyof Contract & EndpointKey>(key: Key, input?: CallInput<Key>): Promise<Answer<Key>>
  readonly cookies: Map<string, string>
}

export function createClient(server: FastifyInstance, app: App): Client {
  const cookies = new Map<string, string>()
  return {
    cookies,
    call: async (key, input = {}) => {
      const [method, path] = key.split(' ') as ['GET' | 'POST', string]
      const response = await server.inject({
        method,
        url: path,
        query: queryText(input.query),
        headers: { ...(input.file ? { 'content-type': input.file.type } : {}), ...input.headers },
        cookies: Object.fromEntries(cookies),
        ...(input.file
          ? { payload: input.file.content }
          : input.body === undefined
            ? {}
            : { payload: input.body as object }),
      })
      for (const cookie of response.cookies) {
        if (cookie.maxAge === 0 || cookie.value === '') cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      if (response.statusCode === 200) await expectLogged(app, key)
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const parsed = isJson ? response.json() : undefined
      return {
        status: response.statusCode,
        body: parsed,
        failure: parsed,
        headers: response.headers,
        text: response.payload,
        bytes: response.rawPayload,
      }
    },
  }
}

function queryText(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean),
    ]),
  )
}
