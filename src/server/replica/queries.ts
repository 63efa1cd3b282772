/** How far a primary has written and a standby has followed it. */
import { type Kysely, sql } from 'kysely'

/** Bytes of the log since the beginning of the cluster. */
export type LogPosition = bigint

export type Written = { readonly cluster: string; readonly position: LogPosition }

/** Of a primary; a standby refuses it. What was committed by now stands before it. */
export async function readWritten<Tables>(db: Kysely<Tables>): Promise<Written> {
  const { rows } = await sql<{ cluster: string; position: string }>`
    select system_identifier::text as cluster, (pg_current_wal_insert_lsn() - '0/0')::text as position
    from pg_control_system()
  `.execute(db)
  const { cluster, position } = rows[0]!
  return { cluster, position: BigInt(position) }
}

export type Followed = {
  readonly cluster: string
  /** Null of a server that follows nobody. */
  readonly position: LogPosition | null
  /** Whether anything more comes to it; one that has left its primary's history is sent nothing. */
  readonly isFed: boolean
}

export async function readFollowed<Tables>(db: Kysely<Tables>): Promise<Followed> {
  const { rows } = await sql<{ cluster: string; position: string | null; is_fed: boolean }>`
    select system_identifier::text as cluster,
      case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position,
      exists (select from pg_stat_wal_receiver) as is_fed
    from pg_control_system()
  `.execute(db)
  const { cluster, position, is_fed: isFed } = rows[0]!
  return { cluster, position: position === null ? null : BigInt(position), isFed }
}
