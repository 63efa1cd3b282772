import type { z } from 'zod'
import type { complexes } from '#contract/complexes.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { findOrAddGroup } from '../places/named-group-queries.ts'
import { savePropertyColumns } from '../places/queries.ts'
import type { CustomerScope } from '../scope.ts'
import { findComplex, updateComplexColumns } from './queries.ts'

export type BodyOf<Key extends keyof typeof complexes> = (typeof complexes)[Key] extends {
  body: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : never

/** What is not given stays. The place behind it says the same. */
export async function updateComplex(
  app: App,
  scope: CustomerScope,
  { complexId, groupName, ...change }: BodyOf<'POST /api/update-complex'>,
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const { property_id: propertyId } = await findComplex(trx, scope, complexId)
    const now = toTimestamp(app.ports.clock.now())
    const { name, address, units, instructions } = change
    const group =
      groupName === undefined
        ? {}
        : { complex_group_id: await findOrAddGroup(trx, scope, 'complex_group', { name: groupName, now }) }
    const shared = { ...(name === undefined ? {} : { name }), ...(address === undefined ? {} : { address }) }
    await savePropertyColumns(trx, propertyId, {
      ...shared,
      ...(instructions === undefined ? {} : { access_notes: instructions }),
      updated_at: now,
    })
    const own = {
      ...shared,
      ...group,
      ...(units === undefined ? {} : { units }),
      ...(instructions === undefined ? {} : { instructions }),
    }
    await updateComplexColumns(trx, complexId, own)
  })
}
