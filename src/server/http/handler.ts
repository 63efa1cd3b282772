/** What a handler is given (the application, who asks, the parsed input) and what it answers. */
import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, QueryOf, ReplyInput } from '#contract/endpoint.ts'
import type { Language } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { CrewScope, CustomerScope, OperatorScope, UserScope } from '../scope.ts'
import type { Session } from './session.ts'

type ScopeOf<E> = E extends { access: 'customer' }
  ? CustomerScope
  : E extends { access: 'crew' }
    ? CrewScope
    : E extends { access: 'operator' }
      ? OperatorScope
      : E extends { access: 'any' }
        ? UserScope
        : UserScope | null

/** A download: text is sent as it is, a stream is piped. */
export type FileReply = {
  readonly type: string
  readonly fileName: string | null
  readonly content: string | Buffer | Readable
  readonly cacheSeconds?: number
}

export type Call<E> = {
  readonly app: App
  readonly now: Instant
  readonly scope: ScopeOf<E>
  readonly session: Session | null
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The uploaded file of an endpoint that takes one. */
  readonly file: Readable
  readonly locale: Language
  readonly userAgent: string
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The browser's own random id. */
  readonly deviceId: string
  /** Lets the browser keep that id though nobody signs in. */
  readonly keepDevice: () => void
  /** Puts the session's cookies on the answer, or takes them off (null). */
  readonly setSession: (token: string | null) => void
}

type Handler<E> = (call: Call<E>) => Promise<E extends { repliesFile: true } ? FileReply : ReplyInput<E>>

/** One handler for every endpoint of a contract; a missing one does not compile. */
export type Handlers<Contract extends Partial<Record<string, Endpoint>>> = {
  readonly [Key in keyof Contract]: Handler<Contract[Key]>
}
