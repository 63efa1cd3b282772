import type { PoolConfig } from 'pg'

/** The same server, another of its databases. */
export function inDatabase(connection: PoolConfig, database: string): PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}

export type Role = { readonly user: string; readonly password: string | null }

/** The same database by another role. */
export function asRole(connection: PoolConfig, { user, password }: Role): PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, user }
  const url = new URL(connection.connectionString)
  url.username = user
  url.password = password ?? ''
  return { ...connection, connectionString: url.href }
}
