/** What the machine has to have for a cluster, where it is, and how it comes there. Nothing is installed unasked. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export type Programs = {
  readonly etcd: string
  readonly patroni: string
  readonly pgbouncer: string
  /** The folder of `postgres` and `pg_rewind`. */
  readonly postgres: string
}

const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
} as const

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin']

/** Throws one sentence that names what is missing and how to install it. */
export function findPrograms(): Programs {
  const places = {
    etcd: placeOf('etcd'),
    patroni: placeOf('patroni'),
    pgbouncer: placeOf('pgbouncer'),
    postgres: newestPostgres(),
  }
  const missing = Object.entries(places).flatMap(([name, place]) => (place === null ? [name] : []))
  const { etcd, patroni, pgbouncer, postgres } = places
  if (etcd !== null && patroni !== null && pgbouncer !== null && postgres !== null)
    return { etcd, patroni, pgbouncer, postgres }
  throw new Error(
    `A cluster needs ${missing.join(', ')}, which this machine does not have. On Debian or Ubuntu as root: ${installCommand().join(' ')} (npm run cluster -- --install does it).`,
  )
}

/** By the machine's own packages, as root; they are told not to start anything by themselves. */
export function installPrograms(): void {
  const [command = '', ...rest] = installCommand()
  const { status } = spawnSync(command, rest, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error('What a cluster needs could not be installed; see above.')
}

function installCommand(): string[] {
  return ['apt-get', 'install', '-y', '--no-install-recommends', ...Object.values(PACKAGES)]
}

function placeOf(name: string): string | null {
  const folders = [...FOLDERS, ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

function newestPostgres(): string | null {
  const numberIn = (path: string) => Number(/(\d+)/.exec(path)?.[1] ?? 0)
  const found = globSync(['/usr/lib/postgresql/*/bin/postgres', '/usr/pgsql-*/bin/postgres'])
  const newest = found.sort((a, b) => numberIn(b) - numberIn(a))[0]
  return newest === undefined ? null : dirname(newest)
}
