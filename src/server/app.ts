/** The application without its edges: what actions, tasks, tests and the simulation are given. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/tables.ts'
import type { FollowUps } from './follow-up.ts'
import type { Ports } from './ports/port.ts'

export type App = {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly ports: Ports
  readonly log: Logger
  /** What the rooms above make of the steps of visits; `follow-ups/` is the only place that knows them all. */
  readonly followUps: FollowUps
}
