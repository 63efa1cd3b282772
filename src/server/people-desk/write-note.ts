import type { PersonNoteId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { insertNote, isOf, type NoteAbout, removeNote } from './note-queries.ts'
import { livingPersonOf } from './read-person.ts'

export function addNote(
  app: App,
  scope: OperatorScope,
  { id, text, about }: { readonly id: UserId; readonly text: string; readonly about?: NoteAbout | undefined },
): Promise<{ id: PersonNoteId }> {
  const at = app.ports.clock.now()
  return inTransaction(app.db, async (trx) => {
    await livingPersonOf(trx, scope, id)
    if (about !== undefined && !(await isOf(trx, id, about))) throw new Refused('not_found')
    const noteId = await insertNote(trx, { personId: id, authorId: scope.userId, text, about, at })
    const detail = { text, ...(about === undefined ? {} : { about: about.kind, aboutId: about.id }) }
    await recordAudit(trx, { actorId: scope.userId, action: 'add_note', subject: id, detail, at })
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
