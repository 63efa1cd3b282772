/** What PostgreSQL's catalogue says about our tables, in the order in which they were made. */
import type { ClientBase, Pool } from 'pg'

export type Column = {
  readonly name: string
  /** As PostgreSQL writes it: `timestamp with time zone`, `smallint[]`. */
  readonly type: string
  readonly isNullable: boolean
  readonly defaultText: string | null
  readonly identity: 'always' | 'by default' | null
  readonly isGenerated: boolean
}

type Constraint = {
  readonly name: string
  readonly kind: 'primary key' | 'unique' | 'check' | 'foreign key' | 'exclude'
  readonly definition: string
  readonly columns: readonly string[]
  /** The table a foreign key points to. */
  readonly references: string | null
}

export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  readonly indexes: readonly string[]
  readonly triggers: readonly string[]
}

type Queryable = Pick<Pool | ClientBase, 'query'>

/** Every table of ours, by name; Kysely's own bookkeeping is left out. */
export async function readTables(client: Queryable): Promise<Table[]> {
  const { rows } = await client.query<{ table: Table }>(`
    select json_build_object(
      'name', c.relname, 'columns', ${COLUMNS}, 'constraints', ${CONSTRAINTS}, 'indexes', ${INDEXES}, 'triggers', ${TRIGGERS}
    ) as table
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely\\_%'
    order by c.relname`)
  return rows.map((row) => row.table)
}

/** The definitions of our own functions, by name. */
export async function readFunctions(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, p.oid`)
  return rows.map((row) => row.definition)
}

const COLUMNS = `(
  select coalesce(json_agg(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'isNullable', not a.attnotnull,
    'defaultText', pg_get_expr(d.adbin, d.adrelid),
    'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
    'isGenerated', a.attgenerated <> ''
  ) order by a.attnum), '[]')
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`

const CONSTRAINTS = `(
  select coalesce(json_agg(json_build_object(
    'name', k.conname,
    'kind', case k.contype when 'p' then 'primary key' when 'u' then 'unique' when 'c' then 'check'
      when 'f' then 'foreign key' when 'x' then 'exclude' end,
    'definition', pg_get_constraintdef(k.oid),
    'columns', (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any (k.conkey)),
    'references', (select r.relname from pg_class r where r.oid = k.confrelid)
  ) order by position(k.contype::text in 'puxcf'), k.conname), '[]')
  from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x'))`

const INDEXES = `(
  select coalesce(json_agg(replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON ') order by n.relname), '[]')
  from pg_index i join pg_class n on n.oid = i.indexrelid
  where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')))`

const TRIGGERS = `(
  select coalesce(json_agg(replace(pg_get_triggerdef(t.oid), ' ON public.', ' ON ') order by t.tgname), '[]')
  from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)`
