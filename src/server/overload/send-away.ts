/**
 * A server that is about to leave: it says so where others judge whether it is of use, and asks every caller to knock
 * elsewhere next time, while it still answers all who come.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../refused.ts'

export type Leaving = {
  /** Set by whoever stops the process. */
  isLeaving: boolean
  /** When somebody called last who has not noticed. */
  calledAt: number
}

const READY = '/api/ready'
const HEALTH = '/api/health'
const QUIET_MS = 500
const LOOK_MS = 50

export function sendAway(server: FastifyInstance, leaving: Leaving): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!leaving.isLeaving) return
    reply.header('connection', 'close')
    if (request.routeOptions.url !== HEALTH && request.routeOptions.url !== READY)
      leaving.calledAt = performance.now()
    if (request.routeOptions.url === READY) throw new Refused('unavailable')
  })
}

/**
 * For so long, and then until nobody has called for half a second, for as long again at most: whoever stands in front may
 * be busy and notice late, and a line that waits at a shut door is broken.
 */
export async function untilNobodyCalls(leaving: Leaving, drainMs: number): Promise<void> {
  const until = performance.now() + 2 * drainMs
  await sleep(drainMs)
  while (performance.now() < Math.min(until, leaving.calledAt + QUIET_MS)) await sleep(LOOK_MS)
}
