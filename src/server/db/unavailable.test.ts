import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../postgres/embedded.ts'
import { openDatabase } from './client.ts'
import { isUnavailable } from './errors.ts'

const isOtherServer = process.env['TEST_DATABASE_URL'] !== undefined
const dataDir = await mkdtemp(join(tmpdir(), 'crew-unavailable-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** The server's main process and every session of it. */
async function serverPids(): Promise<number[]> {
  const main = Number(
    (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  )
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = all
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return [main, ...rows.filter(([, parent]) => parent === main).map(([pid]) => pid!)]
}

test.skipIf(isOtherServer)(
  'a database that hangs or dies is an error within the limit, and the pool recovers alone',
  async () => {
    const server = await startEmbedded({ dataDir, log: () => {} })
    const { db, close } = openDatabase(server.connection, {
      statementTimeoutMs: 700,
      onConnectionError: () => {},
    })
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]!.one)
    try {
      await Promise.all([ask(), ask(), ask()])

      const pids = await serverPids()
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      const startedAt = performance.now()
      const errors = await Promise.all([1, 2, 3].map(() => ask().catch((error: unknown) => error)))
      expect(errors.map(isUnavailable)).toEqual([true, true, true])
      expect(performance.now() - startedAt).toBeLessThan(2_500)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
      await expect.poll(() => ask().catch(() => 'away'), { timeout: 5_000 }).toBe(1)

      for (const pid of await serverPids()) process.kill(pid, 'SIGKILL')
      expect(isUnavailable(await ask().catch((error: unknown) => error))).toBe(true)
      await expect.poll(() => ask().catch(() => 'away'), { timeout: 10_000 }).toBe(1)
    } finally {
      await close()
      await server.stop()
    }
  },
)
