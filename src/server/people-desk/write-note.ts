import type { PersonNoteId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { insertNote, removeNote } from './person-queries.ts'
import { personOf } from './read-person.ts'

export function addNote(
  app: App,
  scope: OperatorScope,
  { id, text }: { readonly id: UserId; readonly text: string },
): Promise<{ id: PersonNoteId }> {
  const at = app.ports.clock.now()
  return inTransaction(app.db, async (trx) => {
    await personOf(trx, scope, id)
    const noteId = await insertNote(trx, { personId: id, authorId: scope.userId, text, at })
    await recordAudit(trx, { actorId: scope.userId, action: 'add_note', subject: id, detail: { text }, at })
    return { id: noteId }
  })
}

/** What it said stays in the log. */
export async function takeNoteAway(app: App, scope: OperatorScope, noteId: PersonNoteId): Promise<void> {
  const at = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const removed = await removeNote(trx, scope, noteId, at)
    if (removed === undefined) throw new Refused('not_found')
    const detail = { text: removed.text }
    await recordAudit(trx, {
      actorId: scope.userId,
      action: 'remove_note',
      subject: removed.person_id,
      detail,
      at,
    })
  })
}
