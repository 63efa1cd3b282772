/** Names of which a customer has each once, and two accounts perhaps both. */
import { sql } from 'kysely'
import { namesBeside } from '#domain/accounts/merging.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

type Pair = { readonly keptId: UserId; readonly closedId: UserId }

/** Groups of one name stay two, and a host's own number of a place names the one that had it first. */
export async function giveNamesOfTheirOwn(db: Db, { keptId, closedId }: Pair): Promise<void> {
  for (const table of ['property_group', 'complex_group'] as const) {
    const groups = await db
      .selectFrom(table)
      .where('customer_id', 'in', [keptId, closedId])
      .orderBy('created_at')
      .orderBy('id')
      .select(['id', 'customer_id', 'name'])
      .execute()
    const [taken, own] = [keptId, closedId].map((id) => groups.filter((group) => group.customer_id === id))
    const names = namesBeside(
      taken!.map(({ name }) => name),
      own!.map(({ name }) => name),
    )
    for (const [index, { id, name }] of own!.entries())
      if (names[index] !== name)
        await db.updateTable(table).set({ name: names[index]! }).where('id', '=', id).execute()
  }
  await sql`
    update property own set external_ref = null where own.customer_id = ${closedId} and own.external_ref is not null
      and exists (select from property there
        where there.customer_id = ${keptId} and there.external_ref = own.external_ref)
  `.execute(db)
}

/** Of two filters of one name, however it is written, the one of the account that stays is kept. */
export async function moveFilters(db: Db, { keptId, closedId }: Pair): Promise<void> {
  await sql`
    delete from job_filter own using job_filter there
    where own.customer_id = ${closedId} and there.customer_id = ${keptId} and lower(there.name) = lower(own.name)
      and there.share_id is not distinct from own.share_id
  `.execute(db)
  await db
    .updateTable('job_filter')
    .set({ customer_id: keptId })
    .where('customer_id', '=', closedId)
    .execute()
}
