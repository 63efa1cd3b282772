import type { JobFilterId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import {
  findFilterNamed,
  insertFilter,
  type KeptFilter,
  listCrews,
  lockFilters,
  MOST_FILTERS,
  ownsGroup,
  updateFilter,
} from './filter-queries.ts'

/** A name is one whatever its case, and stands for one filter. */
export function saveJobFilter(
  app: App,
  scope: CustomerScope,
  { id, ...filter }: KeptFilter & { readonly id?: JobFilterId | undefined },
): Promise<{ id: JobFilterId }> {
  return inTransaction(app.db, async (trx) => {
    const known = await lockFilters(trx, scope)
    if (id !== undefined && !known.includes(id)) throw new Refused('not_found')
    const named = await findFilterNamed(trx, scope, filter.name)
    if (named !== undefined && named !== id) throw new Refused('filter_name_taken', { at: 'name' })
    if (!(await ownsGroup(trx, scope, filter))) throw new Refused('not_found')
    if (!(await isOneOfTheirs(trx, scope, filter))) throw new Refused('not_found')
    if (id !== undefined) {
      await updateFilter(trx, scope, id, filter)
      return { id }
    }
    if (known.length >= MOST_FILTERS) throw new Refused('too_many_filters')
    return { id: await insertFilter(trx, scope, filter, app.ports.clock.now()) }
  })
}

async function isOneOfTheirs(...[db, scope, { crewId }]: Parameters<typeof ownsGroup>): Promise<boolean> {
  return crewId === null || (await listCrews(db, scope)).some((crew) => crew.id === crewId)
}
