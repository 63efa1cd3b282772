/** The application without its edges: what actions, tasks, tests and the simulation are given. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ShareId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { Database } from './db/tables.ts'
import type { FollowUps, StayNews } from './follow-up.ts'
import type { Ports } from './ports/port.ts'
import type { Replica } from './replica/watch-replica.ts'

export type App = {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly ports: Ports
  /** Where the configuration names one, for what bears to be a second old. */
  readonly replica?: Replica | undefined
  /** While a helper is answered: links to photos that it is given end with this share. */
  readonly shareId?: ShareId | undefined
  readonly log: Logger
  /** What the rooms above make of the steps of visits; `follow-ups/` is the only place that knows them all. */
  readonly followUps: FollowUps
  /** And of what sources tell of stays, in this order. */
  readonly stayFollowUps: readonly StayFollowUp[]
}

/** Who does what follows when stays change, in the transaction that records it; the place is locked. */
export type StayFollowUp = (app: App, db: Db, news: StayNews, now: Instant) => Promise<void>
