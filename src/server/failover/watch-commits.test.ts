import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { startOtherPostgres } from '#testing/other-postgres.ts'
import { connectionOf, inTransaction, openDatabase } from '../db/client.ts'
import { isUnavailable } from '../db/errors.ts'

const server = await startOtherPostgres()

/** The embedded server has no standby, and so never waits for one. */
test.skipIf(typeof server === 'string')(
  'what PostgreSQL calls committed before its standby has it, is not',
  async () => {
    if (typeof server === 'string') return
    const direct = new Client(server.url)
    await direct.connect()
    const watched = openDatabase(connectionOf(server.url), { maxConnections: 1 })
    try {
      await direct.query('create table kept (text text)')
      await direct.query(`alter role crew set synchronous_commit = on`)
      const write = (text: string) =>
        inTransaction(watched.db, (trx) => sql`insert into kept values (${text})`.execute(trx)).then(
          () => 'done',
          (error: unknown) => error,
        )
      const cancelWaiting = () =>
        direct
          .query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
          .then(({ rowCount }) => rowCount)
      expect(await write('nobody is waited for')).toBe('done')
      await direct.query(`alter system set synchronous_standby_names = 'nobody'`)
      await direct.query('select pg_reload_conf()')
      // Its processes learn of the standby one after another, a moment later; until then nobody is waited for.
      let writes = 1
      let outcome: Promise<unknown> = Promise.resolve()
      await vi.waitFor(
        async () => {
          outcome = write('waits')
          writes++
          await expect.poll(cancelWaiting, { timeout: 1_000 }).toBe(1)
        },
        { timeout: 20_000 },
      )
      expect(await outcome).toMatchObject({ code: '08007' })
      expect(isUnavailable(await outcome)).toBe(true)
      expect((await direct.query('select from kept')).rowCount).toBe(writes)
      expect((await sql`select 1`.execute(watched.db)).rows).toHaveLength(1)
    } finally {
      await watched.close()
      await direct.end()
      await server.stop()
    }
  },
)
