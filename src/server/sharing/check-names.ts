/** What a helper's call names must be what the helper sees: of anything else it is told that there is none. */
import { fieldsIn } from '#contract/outside.ts'
import { isId, type PropertyId, type VisitId } from '#domain/ids.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { Helper } from '../scope.ts'
import { findPlaceOf, listJobsOf } from './action-queries.ts'
import { countShown } from './view-queries.ts'

/** By what name a call names a row of what. */
export const NAMED: Readonly<Record<string, string>> = {
  propertyId: 'property',
  groupId: 'property_group',
  visitId: 'visit',
  weeklyJobId: 'weekly_job',
  orderId: 'on_demand_order',
  complexId: 'complex',
  buildingId: 'building',
  exceptionId: 'complex_exception',
  disputeId: 'dispute',
  problemId: 'access_problem',
  extraId: 'extra_work',
  sourceId: 'stay_source',
  messageId: 'visit_message',
  bulkChangeId: 'bulk_change',
  addressId: 'report_address',
}

type Names = ReadonlyMap<string, ReadonlySet<string>>
type About = { readonly propertyId: PropertyId | null; readonly visitId: VisitId | null }

/** Answers the place and the visit that the call is about, where it names one. */
export async function checkNames(db: Db, helper: Helper, inputs: readonly unknown[]): Promise<About> {
  const names = new Map<string, Set<string>>()
  for (const input of inputs) collect(input, names)
  if (!helper.isWhole && inputs.some(isBeyondGroups)) throw new Refused('share_forbids')
  if (names.size > 0) await checkShown(db, helper, names)
  const changes = names.get('bulk_change')
  if (changes !== undefined) await checkJobsOf(db, helper, changes)
  const [propertyId = ''] = names.get('property') ?? []
  const [visitId = ''] = names.get('visit') ?? []
  return {
    propertyId: isId<PropertyId>(propertyId) ? propertyId : await placeNamed(db, names),
    visitId: isId<VisitId>(visitId) ? visitId : null,
  }
}

/** Of a call that names one thing at a place, and not the place. */
async function placeNamed(db: Db, names: Names): Promise<PropertyId | null> {
  for (const table of ['complex', 'weekly_job', 'report_address'] as const) {
    const [id, ...others] = names.get(table) ?? []
    if (id !== undefined && others.length === 0) return (await findPlaceOf(db, table, id)) ?? null
  }
  return null
}

/** To which group a place belongs says who sees it, and not every place is the helper's. */
function isBeyondGroups(input: unknown): boolean {
  if (Array.isArray(input)) return input.some(isBeyondGroups)
  const fields = fieldsIn(input)
  if (fields['groupName'] !== undefined || fields['isEveryProperty'] !== undefined) return true
  return Object.values(fields).some(isBeyondGroups)
}

function checkShown(db: Db, helper: Helper, names: Names): Promise<void> {
  return inTransaction(
    db,
    async (trx) => {
      for (const [table, ids] of names)
        if ((await countShown(trx, helper, table, [...ids])) !== ids.size) throw new Refused('not_found')
    },
    { isolation: 'read committed', isStep: false },
  )
}

/** Of many that were changed at once the owner may take some away since: then it is the owner's to undo them. */
function checkJobsOf(db: Db, helper: Helper, bulkChangeIds: ReadonlySet<string>): Promise<void> {
  return inTransaction(
    db,
    async (trx) => {
      const jobIds = await listJobsOf(trx, [...bulkChangeIds])
      if ((await countShown(trx, helper, 'weekly_job', jobIds)) !== jobIds.length)
        throw new Refused('share_forbids')
    },
    { isolation: 'read committed', isStep: false },
  )
}

/** Ids stand in fields that are called after what they name: `visitId`, `visitIds`, also deeper inside. */
function collect(input: unknown, names: Map<string, Set<string>>): void {
  if (Array.isArray(input)) return input.forEach((each) => collect(each, names))
  for (const [field, value] of Object.entries(fieldsIn(input))) {
    const table = NAMED[field.replace(/s$/, '')]
    if (table === undefined) {
      collect(value, names)
      continue
    }
    const ids = names.get(table) ?? new Set()
    for (const id of [value].flat()) if (typeof id === 'string') ids.add(id)
    if (ids.size > 0) names.set(table, ids)
  }
}
