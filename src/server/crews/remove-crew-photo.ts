import type { UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { deleteFace, lockFace, setFace } from './face-queries.ts'

/** Its own crew, or an operator of its market, whose doing is written down. Once more it changes nothing. */
export async function removeCrewPhoto(app: App, scope: UserScope, crewId: UserId): Promise<void> {
  if (scope.type !== 'Operator' && scope.userId !== crewId) throw new Refused('not_found')
  const operator = scope.type === 'Operator' ? scope : undefined
  const key = await inTransaction(app.db, async (db) => {
    const face = await lockFace(db, crewId, operator)
    if (face === undefined) throw new Refused('not_found')
    if (face.id === null) return null
    await setFace(db, crewId, null)
    await deleteFace(db, face.id)
    if (operator !== undefined)
      await recordAudit(db, {
        at: app.ports.clock.now(),
        actorId: operator.userId,
        concerns: crewId,
        action: 'remove_crew_photo',
        subject: crewId,
      })
    return face.storage_key
  })
  if (key !== null) await app.ports.photos.remove(key)
}
