import type { App } from '../app.ts'
import { addProperty } from '../places/add-property.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { saveDraftOwner, saveOwnDraftContent } from './draft-queries.ts'
import { findOwnProperty, propertyNear } from './place-queries.ts'
import { type Draft, readDraft } from './read-draft.ts'

/** Makes the draft the customer's, and its place one of the customer's properties. */
export async function claimDraft(app: App, scope: CustomerScope, token: string): Promise<Draft> {
  const now = app.ports.clock.now()
  const draft = await readDraft(app.db, scope, { token, now })
  await saveDraftOwner(app.db, draft.tokenHash, scope.userId)
  const { propertyId, place } = draft.content
  if (propertyId !== null && (await findOwnProperty(app.db, scope, propertyId)) !== undefined)
    return readDraft(app.db, scope, { token, now })
  if (place === null) throw new Refused('bad_input', { faults: { place: 'missing' } })
  const known = await propertyNear(app.db, scope, place)
  const settled =
    known ??
    (
      await addProperty(app, scope, {
        ...place,
        name: place.address.split(',')[0]!.slice(0, 200),
        groupName: null,
        accessNotes: '',
      })
    ).propertyId
  await saveOwnDraftContent(app.db, scope, draft.tokenHash, { ...draft.content, propertyId: settled })
  return readDraft(app.db, scope, { token, now })
}
