/**
 * What is more than can be answered is refused with 503 and when to come again, instead of everybody waiting for
 * seconds. Two things tell: calls that wait for their turn, and an event loop that lags, whatever keeps it. What is
 * never refused: that the process lives, and whatever is no call, as pages and streams.
 */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UserId } from '#domain/ids.ts'
import type { Config } from '../config.ts'
import { type Session, sessionCookieName } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { giveTurns, type Limits } from './give-turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** When more is asked than can be answered; absent of what is never refused for that. */
    readonly sheds?: 'first' | 'last'
  }
}

export type Overload = {
  /** Waits for the call's turn; answers how to end it. */
  takeTurn(request: FastifyRequest): Promise<() => void>
  /** Whose calls they are: from now on they share their turns, from whatever address they come. */
  remember(request: FastifyRequest, session: Session): void
}

/** For tests, where one process is a whole city. */
export const NEVER_OVERLOADED: Overload = { takeTurn: async () => () => {}, remember: () => {} }

/** The mean of a second, so that one slow piece, as at the start, refuses nobody. In a process at work it is a few milliseconds. */
const LAG_MS = 200
const LAG_OF_LAST_MS = 1_000
const SAMPLE_MS = 1_000
/** A session in some 100 bytes; the oldest is forgotten, and its next call counts for its address. */
const MOST_REMEMBERED = 20_000

export async function refuseOverload(
  server: FastifyInstance,
  config: Config,
  limits?: Limits,
): Promise<Overload> {
  await server.register(underPressure, {
    maxEventLoopDelay: LAG_MS,
    sampleInterval: SAMPLE_MS,
    pressureHandler: async (request, _reply, _type, lagMs = 0) => {
      // A second in which the loop came round but once has no mean: one slow piece, as that of reading the program is.
      if (!Number.isFinite(lagMs)) return
      const { sheds } = request.routeOptions.config
      if (sheds === 'first' || (sheds === 'last' && lagMs > LAG_OF_LAST_MS)) throw new Refused('unavailable')
    },
  })
  const turns = giveTurns(limits)
  const userOf = new Map<string, UserId>()
  const tokenOf = (request: FastifyRequest) => request.cookies[sessionCookieName(config)] ?? ''
  return {
    takeTurn: async (request) => {
      const { sheds } = request.routeOptions.config
      if (sheds === undefined) return () => {}
      return turns.take(userOf.get(tokenOf(request)) ?? request.ip, sheds === 'last')
    },
    remember: (request, { scope }) => {
      const token = tokenOf(request)
      userOf.delete(token)
      userOf.set(token, scope.userId)
      if (userOf.size > MOST_REMEMBERED) userOf.delete(userOf.keys().next().value!)
    },
  }
}
