/** What Patroni is told of one node (its manual, chapter "YAML configuration"); JSON is YAML. */

export type NodePlan = {
  readonly name: string
  readonly port: number
  readonly apiPort: number
  readonly dataFolder: string
  readonly socketFolder: string
  /** Over its own way. */
  readonly etcdPort: number
  /** By the other node. */
  readonly reachedAt: number
}

export type Secrets = { readonly superuser: string; readonly replication: string }

/** Who does not say for so long that it lives is the primary no more. */
const LEASE_SECONDS = 8

export function nodeConfig(node: NodePlan, secrets: Secrets, postgresFolder: string): string {
  return JSON.stringify({
    scope: 'crew',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.apiPort}`, connect_address: `127.0.0.1:${node.apiPort}` },
    etcd3: { host: `127.0.0.1:${node.etcdPort}`, use_proxies: true },
    bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'] },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.reachedAt}`,
      data_dir: node.dataFolder,
      bin_dir: postgresFolder,
      pgpass: `${node.socketFolder}/pgpass`,
      use_unix_socket: true,
      // A standby is made at once, not at the next checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
      parameters: { unix_socket_directories: node.socketFolder },
    },
    watchdog: { mode: 'off' },
  })
}

const SHARED = {
  ttl: LEASE_SECONDS,
  loop_wait: 1,
  retry_timeout: 3,
  // A commit is answered when the standby has it; where there is none, the primary goes on and nobody takes its place.
  synchronous_mode: true,
  // A primary that died is not waited for.
  primary_start_timeout: 0,
  master_start_timeout: 0,
  maximum_lag_on_failover: 1_048_576,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 80,
      shared_buffers: '64MB',
      wal_keep_size: '256MB',
      max_wal_size: '512MB',
      synchronous_commit: 'on',
      hot_standby: 'on',
      wal_log_hints: 'on',
      jit: 'off',
      password_encryption: 'scram-sha-256',
      timezone: 'America/New_York',
    },
  },
}
