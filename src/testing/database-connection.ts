import type { PoolConfig } from 'pg'

/** The same server, another of its databases. */
export function inDatabase(connection: PoolConfig, database: string): PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}
