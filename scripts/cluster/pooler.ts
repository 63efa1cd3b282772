/** pgbouncer in transaction mode, as the servers reach the database. */
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#testing/free-port.ts'
import type { Child, Yard } from './children.ts'
import { ownFolder } from './pair.ts'
import type { Programs } from './programs.ts'

export type Pooler = { readonly port: number; start(): void; kill(): Promise<void> }

type Login = { readonly role: string; readonly password: string }

export async function planPooler(
  yard: Yard,
  { pgbouncer }: Programs,
  { databasePort, login }: { databasePort: number; login: Login },
): Promise<Pooler> {
  const port = await freePort()
  const folder = ownFolder(yard, 'pgbouncer')
  const own = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (yard.identity.uid !== undefined) chownSync(path, yard.identity.uid, yard.identity.gid!)
    return path
  }
  const logins = own('logins.txt', `"${login.role}" "${login.password}"\n`)
  const config = own(
    'pgbouncer.ini',
    [
      '[databases]',
      `crew = host=127.0.0.1 port=${databasePort} dbname=crew`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${logins}`,
      'pool_mode = transaction',
      'default_pool_size = 16',
      'max_client_conn = 200',
      'server_login_retry = 1',
      'server_connect_timeout = 3',
      'server_check_delay = 1',
      'query_wait_timeout = 4',
      '',
    ].join('\n'),
  )
  let child: Child | null = null
  return {
    port,
    start: () => {
      child = yard.start('pgbouncer', [pgbouncer, config])
    },
    kill: async () => child?.end('SIGKILL'),
  }
}
