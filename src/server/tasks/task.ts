import type { SlotOf } from '#domain/settings/slots.ts'
import type { LocalTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { ScheduledKind, TaskKind, TaskPayloads } from './kinds.ts'

/**
 * How one kind of work is done. `inTransaction`: effect and removal of the task are one transaction, so it happens
 * exactly once. `outside`: for calls to the world, which no transaction may wait for; the task is leased for a minute
 * and its effect must carry a key by which the other side counts it once.
 */
export type Task<Kind extends TaskKind> = {
  readonly kind: Kind
  /** Tries before it is parked for a person to look at. */
  readonly tries: number
} & (
  | { readonly inTransaction: (app: App, db: Db, payload: TaskPayloads[Kind]) => Promise<void> }
  | { readonly outside: (app: App, payload: TaskPayloads[Kind]) => Promise<void> }
)

/** Work that comes round by itself in every market, at a wall-clock time of that market. */
export type Schedule = {
  readonly kind: ScheduledKind
  readonly at:
    | { readonly time: LocalTime }
    | { readonly everyMinutes: number }
    /** Once a week, when the settings of the market say so. */
    | { readonly weekly: SlotOf }
  /** What was missed while nothing ran: one run for all of it, or each slot its own. */
  readonly missed?: 'each'
}
