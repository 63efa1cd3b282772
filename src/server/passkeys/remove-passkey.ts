import type { PasskeyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { countWaysIn, readWaysIn } from '../users/queries.ts'
import { notifyHolder } from './notify-holder.ts'
import { deleteOwn } from './queries.ts'

/** Not the last way in. Of two removed at the same moment the second is looked at when the first is gone. */
export async function removePasskey(app: App, session: Session, passkeyId: PasskeyId): Promise<void> {
  const { userId } = session.scope
  await inTransaction(app.db, async (trx) => {
    const name = await deleteOwn(trx, userId, passkeyId)
    if (name === undefined) throw new Refused('not_found')
    if (countWaysIn(await readWaysIn(trx, userId)) === 0) throw new Refused('last_way_in')
    await notifyHolder(app, trx, session, { what: 'removed', name })
  })
}
