import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { insertLocated } from '../places/add-property.ts'
import { locateInMarket } from '../places/locate-in-market.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { type DraftContent, lockDraft, saveDraftOwner, saveOwnDraftContent } from './draft-queries.ts'
import { findOwnProperty, propertyNear } from './place-queries.ts'
import { type Draft, readDraft } from './read-draft.ts'

/** Makes the draft the customer's, and its place one of the customer's properties: one, however often it is asked. */
export async function claimDraft(app: App, scope: CustomerScope, token: string): Promise<Draft> {
  const now = app.ports.clock.now()
  const { content } = await readDraft(app.db, scope, { token, now })
  const isKnown = (await ownPlaceOf(app.db, scope, content)) !== null
  const spot = isKnown || content.place === null ? null : await locateInMarket(app, scope, content.place)
  await inTransaction(app.db, async (trx) => {
    const { tokenHash } = await readDraft(trx, scope, { token, now })
    await lockDraft(trx, tokenHash)
    // Whoever waited for the lock finds the place that the first one made.
    const { content: current } = await readDraft(trx, scope, { token, now })
    let propertyId = await ownPlaceOf(trx, scope, current)
    if (propertyId === null) {
      if (spot === null || current.place === null) throw new Refused('not_found')
      const name = current.place.address.split(',')[0]!.slice(0, 200)
      const input = { ...current.place, name, groupName: null, accessNotes: '' }
      propertyId = await insertLocated(trx, scope, { input, spot, now: toTimestamp(now) })
    }
    await saveDraftOwner(trx, tokenHash, scope.userId)
    await saveOwnDraftContent(trx, scope, tokenHash, { ...current, propertyId })
  })
  return readDraft(app.db, scope, { token, now })
}

/** The customer's own property that the draft means; null where it is still to be made. */
async function ownPlaceOf(
  db: Db,
  scope: CustomerScope,
  { propertyId, place }: DraftContent,
): Promise<PropertyId | null> {
  if (propertyId !== null && (await findOwnProperty(db, scope, propertyId)) !== undefined) return propertyId
  if (place === null) throw new Refused('bad_input', { faults: { place: 'missing' } })
  return propertyNear(db, scope, place)
}
