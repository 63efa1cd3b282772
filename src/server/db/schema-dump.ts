import type { Pool } from 'pg'
import { type Column, readFunctions, readTables, type Table } from './catalog.ts'

/** The schema as SQL that reads well and comes out the same every time, so that a change shows as a diff. */
export async function dumpSchema(pool: Pool): Promise<string> {
  const tables = await readTables(pool)
  const functions = await readFunctions(pool)
  const parts = [
    '-- The schema that the migrations make. Written by `npm run schema`; the check compares it with a fresh database.',
    ...tables.map(tableText),
    ...functions.map((definition) => `${definition.replaceAll('public.', '').trim()};`),
    ...tables.map(afterTablesText).filter((text) => text !== ''),
  ]
  return `${parts.join('\n\n')}\n`
}

function tableText({ name, columns, constraints, indexes }: Table): string {
  const lines = [
    ...columns.map(columnText),
    ...constraints
      .filter((constraint) => constraint.kind !== 'foreign key')
      .map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ]
  return [
    `create table ${name} (\n  ${lines.join(',\n  ')}\n);`,
    ...indexes.map((index) => `${index};`),
  ].join('\n')
}

function columnText({ name, type, isNullable, defaultText, identity, isGenerated }: Column): string {
  const words = [name, type]
  if (!isNullable) words.push('not null')
  if (identity) words.push(`generated ${identity} as identity`)
  if (isGenerated) words.push(`generated always as (${defaultText}) stored`)
  else if (defaultText !== null) words.push(`default ${defaultText}`)
  return words.join(' ')
}

/** What can only stand where every table and function is there. */
function afterTablesText({ name, constraints, triggers }: Table): string {
  const keys = constraints
    .filter((constraint) => constraint.kind === 'foreign key')
    .map((key) => `alter table ${name} add constraint ${key.name} ${key.definition};`)
  return [...keys, ...triggers.map((trigger) => `${trigger};`)].join('\n')
}
