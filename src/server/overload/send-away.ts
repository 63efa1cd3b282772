/**
 * A server that is about to leave: it says so where others judge whether it is of use, and asks every caller to knock
 * elsewhere next time, while it still answers all who come.
 */
import type { FastifyInstance } from 'fastify'
import { Refused } from '../refused.ts'

/** Set by whoever stops the process. */
export type Leaving = { readonly isLeaving: boolean }

const READY = '/api/ready'

export function sendAway(server: FastifyInstance, leaving: Leaving): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!leaving.isLeaving) return
    reply.header('connection', 'close')
    if (request.routeOptions.url === READY) throw new Refused('unavailable')
  })
}
