/** A queue under measure: ours and its peers are driven alike. */
import type { PoolConfig } from 'pg'

export type Queue = {
  /** All of them at once. */
  add(keys: readonly string[]): Promise<void>
  /** Does what waits, and nothing about it but to say so, until it is stopped. */
  work(onDone: (key: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type QueueName = 'crew, leased' | 'crew, in transactions' | 'graphile-worker' | 'pg-boss'

export type OpenQueue = (place: Place) => Promise<Queue>

export type Place = {
  readonly connection: PoolConfig
  /** Where the peers are installed. */
  readonly peersFolder: string
}

/** What is left to be done of each, as its tables say. */
export const LEFT: Readonly<Record<QueueName, string>> = {
  'crew, leased': "select count(*) from task where lane = 'mail'",
  'crew, in transactions': "select count(*) from task where lane = 'quick'",
  'graphile-worker': 'select count(*) from graphile_worker._private_jobs',
  'pg-boss': "select count(*) from pgboss.job where state < 'completed' and name = 'nothing'",
}
