/** Writing to the other one of a visit: by text or by a photo; the reader is not notified of every line. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PHOTO_LIMIT_BYTES } from '#contract/photos.ts'
import { firstName } from '#domain/accounts/first-name.ts'
import { type PhotoId, toId, type UserId, type VisitId, type VisitMessageId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { isWorthNotifying, mayWrite } from '#domain/messages/messaging.ts'
import { type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { type ReceivedFile, withReceivedFile } from '../pictures/receive-file.ts'
import { reencode } from '../pictures/reencode-picture.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { noteConversation } from './conversation-queries.ts'
import {
  countSent,
  findSamePhotoMessage,
  insertMessage,
  insertPhoto,
  lastNotified,
  messagesOf,
  oldestUnread,
  type Thread,
} from './queries.ts'
import { findThread, toReply } from './read-thread.ts'
import { messageTexts } from './texts.ts'

type Content = { readonly text: string; readonly photoId: PhotoId | null }

export function sendMessage(
  app: App,
  scope: UserScope,
  { visitId, text }: { visitId: VisitId; text: string },
) {
  return write(app, scope, visitId, async () => ({ text, photoId: null }))
}

/** The bytes are read and made safe before the visit is locked. */
export async function sendPhoto(
  app: App,
  scope: UserScope,
  { visitId, file }: { visitId: VisitId; file: Readable },
) {
  await findThread(app.db, scope, visitId)
  const folder = join(app.config.dataDirectory, 'uploads')
  return withReceivedFile({ folder, file, maximumBytes: PHOTO_LIMIT_BYTES }, async (received) => {
    const picture = await reencode(received.path)
    if ('fault' in picture)
      throw new Refused(picture.fault === 'too_many_pixels' ? 'too_large' : 'wrong_file_type')
    const id = toId<PhotoId>(randomUUID())
    const storageKey = `messages/${id.slice(0, 2)}/${id}.webp`
    await app.ports.photos.put(storageKey, picture.bytes)
    const { width, height, bytes } = picture
    const row = { id, storage_key: storageKey, width, height, size_bytes: bytes.length }
    const sent = await write(app, scope, visitId, (trx, now) =>
      keepPhoto(trx, scope, { row, received, visitId, now }),
    )
    if (sent.photo?.photoId !== id) await app.ports.photos.remove(storageKey)
    return sent
  })
}

type NewPhoto = { id: PhotoId; storage_key: string; width: number; height: number; size_bytes: number }

/** The same picture of the same sender in the same thread is the one that is there. */
async function keepPhoto(
  db: Db,
  { userId }: UserScope,
  { row, received, visitId, now }: { row: NewPhoto; received: ReceivedFile; visitId: VisitId; now: Instant },
): Promise<Content | { readonly existing: VisitMessageId }> {
  const { sha256 } = received
  const same = await findSamePhotoMessage(db, { visitId, senderId: userId, sha256 })
  if (same !== undefined) return { existing: same.id }
  await insertPhoto(db, { ...row, owner_id: userId, sha256, created_at: toTimestamp(now) })
  return { text: '', photoId: row.id }
}

type Compose = (db: Db, now: Instant) => Promise<Content | { readonly existing: VisitMessageId }>

function write(app: App, scope: UserScope, visitId: VisitId, compose: Compose) {
  return inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      const thread = await findThread(trx, scope, visitId, { isLocked: true })
      const { role } = thread
      const sentLastHour = await countSent(trx, scope.userId, now)
      const writer = { role, id: scope.userId, sentLastHour }
      const settings = await settingsAt(trx, scope.marketId, now)
      const { crewId } = unlessRefused(mayWrite(thread.visit, writer, now, settings))
      const content = await compose(trx, now)
      if ('existing' in content) return replyOf(app, trx, scope, thread, content.existing)
      const readers = await readersToNotify(trx, scope, thread, now)
      const { id, number } = await insertMessage(trx, {
        visit_id: visitId,
        crew_id: crewId,
        sender_id: scope.userId,
        sender_role: role,
        text: content.text,
        photo_id: content.photoId,
        created_at: toTimestamp(now),
      })
      const userIds = [thread.visit.customerId, crewId]
      await noteConversation(trx, { visitId, userIds, senderId: scope.userId, lastNumber: number })
      for (const to of readers) await notifyReader(trx, scope, { to, visitId, messageId: id, content, now })
      return replyOf(app, trx, scope, thread, id)
    },
    // The visit is locked first, so those who write at once come one after another.
    { isolation: 'read committed' },
  )
}

/** Those who have nothing unread, or have had it for long. */
async function readersToNotify(
  db: Db,
  { userId }: UserScope,
  thread: Thread,
  now: Instant,
): Promise<UserId[]> {
  const { customerId, crewId } = thread.visit
  const readers: UserId[] = []
  for (const reader of [customerId, crewId]) {
    if (reader === null || reader === userId) continue
    const role = reader === customerId ? ('customer' as const) : ('crew' as const)
    const oldestUnreadAt = await oldestUnread(db, reader, { ...thread, role })
    const notifiedAt = await lastNotified(db, reader, thread.visitId)
    if (isWorthNotifying(oldestUnreadAt, notifiedAt, now)) readers.push(reader)
  }
  return readers
}

const SHOWN_CHARACTERS = 140

function notifyReader(
  db: Db,
  { name }: UserScope,
  message: { to: UserId; visitId: VisitId; messageId: VisitMessageId; content: Content; now: Instant },
): Promise<void> {
  const { to, visitId, messageId, content, now } = message
  const from = firstName(name)
  const text =
    content.text.length > SHOWN_CHARACTERS ? `${content.text.slice(0, SHOWN_CHARACTERS)}…` : content.text
  return notify(db, {
    to,
    event: 'message',
    key: `message:${messageId}`,
    texts: inEachLanguage((language) => {
      const { wrote, photo } = messageTexts[language]
      return { title: wrote(from), text: text || photo }
    }),
    url: `/visit/${visitId}#messages`,
    now,
    visitId,
  })
}

async function replyOf(app: App, db: Db, scope: UserScope, thread: Thread, messageId: VisitMessageId) {
  const rows = await messagesOf(db, scope, thread)
  return toReply(app, scope, rows.find(({ id }) => id === messageId)!)
}
