import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { createSignals } from './create-signals.ts'

/** The way to the database, which may fall silent without a word, as a machine that is gone does. */
async function openWay() {
  const { appConnection } = await testDatabase()
  const given = appConnection.connectionString === undefined ? null : new URL(appConnection.connectionString)
  const target =
    given === null
      ? { path: `${appConnection.host}/.s.PGSQL.${appConnection.port ?? 5432}` }
      : { host: given.hostname, port: Number(given.port || 5432) }
  const sockets: Socket[] = []
  const server = createServer((caller) => {
    const there = connect(target)
    for (const socket of [caller, there]) socket.on('error', () => {})
    caller.pipe(there)
    there.pipe(caller)
    sockets.push(caller, there)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const connection =
    given === null
      ? { ...appConnection, host: '127.0.0.1', port }
      : { connectionString: Object.assign(new URL(given), { host: `127.0.0.1:${port}` }).href }
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { connection, silence }
}

test('a database that vanished without a word is missed, and listened to where it is again', async () => {
  const { connection, silence } = await openWay()
  const signals = createSignals(connection, pino({ level: 'silent' }))
  const words: string[] = []
  const stop = signals.subscribe('crew_live', (word) => words.push(word))
  onTestFinished(stop)
  await expect.poll(() => signals.isConnected(), { timeout: 5_000 }).toBe(true)
  silence()
  await expect.poll(() => signals.isConnected(), { timeout: 15_000 }).toBe(false)
  await expect.poll(() => signals.isConnected(), { timeout: 5_000 }).toBe(true)
  const { pool } = await testDatabase()
  await pool.query(`select pg_notify('crew_live', 'again')`)
  await expect.poll(() => words, { timeout: 5_000 }).toContain('again')
})
