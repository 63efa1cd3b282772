import { openCrew } from './open-crew.ts'
import { openBoss, openGraphile } from './open-peers.ts'
import type { OpenQueue, QueueName } from './queue.ts'

export const OPEN_QUEUE: Readonly<Record<QueueName, OpenQueue>> = {
  'crew, leased': ({ connection }) => openCrew(connection, true),
  'crew, in transactions': ({ connection }) => openCrew(connection, false),
  'graphile-worker': openGraphile,
  'pg-boss': openBoss,
}
