/**
 * The role by which the application works: it reads and writes rows, owns nothing, and may only add to the books, the
 * settings and the audit log. Tables belong to the role that migrates.
 */
import { type Kysely, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { grantSharedViews } from '../shared-views/queries.ts'

/** Of the embedded server; elsewhere it is whoever `DATABASE_URL` names. */
export const APP_ROLE = 'crew_app'

/** What is only ever added to. */
const APPEND_ONLY = [
  'ledger_account',
  'ledger_journal',
  'ledger_posting',
  'setting',
  'audit_entry',
  'audit_person',
  'tax_consent',
  'sales_tax_entry',
  'sales_tax_filing',
  'house_text',
  'terms_acceptance',
] as const
/** What only migrations write. */
const READ_ONLY = ['kysely_migration', 'kysely_migration_lock'] as const

/** Starts at the same time grant one after another. */
const GRANT_LOCK = 3_853_314_791

/** Makes the embedded server's role. The socket is in a folder of ours, so there is no password. */
export async function createAppRole<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = ${sql.lit(APP_ROLE)}) then
        create role ${sql.id(APP_ROLE)} login nosuperuser nocreatedb nocreaterole noinherit;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$
  `.execute(db)
}

/** Lets the role do what the application does, after each migration. Changes nothing where all is granted. */
export async function grantToApp<Tables>(db: Kysely<Tables>, role = APP_ROLE): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${GRANT_LOCK})`.execute(trx)
    await grantSharedViews(trx, role)
    if (await isGranted(trx, role)) return
    const to = sql.id(role)
    await sql`grant usage on schema public to ${to}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(trx)
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(trx)
    await sql`revoke update, delete on ${list(APPEND_ONLY)} from ${to}`.execute(trx)
    await sql`revoke insert, update, delete on ${list(READ_ONLY)} from ${to}`.execute(trx)
  })
}

async function isGranted<Tables>(db: Kysely<Tables>, role: string): Promise<boolean> {
  const { rows } = await sql<{ name: string; reads: boolean; adds: boolean; changes: boolean }>`
    select relname as name, has_table_privilege(${role}, oid, 'select') as reads,
      has_table_privilege(${role}, oid, 'insert') as adds,
      has_table_privilege(${role}, oid, 'update') or has_table_privilege(${role}, oid, 'delete') as changes
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  `.execute(db)
  return rows.every(({ name, reads, adds, changes }) => {
    if (isOneOf(READ_ONLY, name)) return reads && !adds && !changes
    return reads && adds && changes !== isOneOf(APPEND_ONLY, name)
  })
}

/** Empties tables with whatever refers to them, the books too: for a city of play, by the tables' owner alone. */
export async function emptyTables<Tables>(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const kept of APPEND_ONLY)
      await sql`alter table ${sql.table(kept)} disable trigger user`.execute(trx)
    await sql`truncate ${list(tables)} cascade`.execute(trx)
    for (const kept of APPEND_ONLY) await sql`alter table ${sql.table(kept)} enable trigger user`.execute(trx)
  })
}

export type Standing = { readonly role: string; readonly isSuperuser: boolean; readonly ownsBooks: boolean }

/** Whether the books are safe from whoever is connected. */
export async function readStanding<Tables>(db: Kysely<Tables>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select current_user as role, rolsuper as "isSuperuser",
      exists (
        select from pg_class where relname = 'ledger_journal' and pg_has_role(current_user, relowner, 'usage')
      ) as "ownsBooks"
    from pg_roles where rolname = current_user
  `.execute(db)
  return rows[0]!
}

/** The user that a connection's URL names. */
export function roleOf({ connectionString, user }: PoolConfig): string | null {
  if (connectionString === undefined) return user ?? null
  return decodeURIComponent(new URL(connectionString).username) || null
}

function list(tables: readonly string[]) {
  return sql.join(tables.map((table) => sql.table(table)))
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
