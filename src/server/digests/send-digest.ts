/**
 * One reader's mail of one morning. Planning the next and handing this one over is one transaction, under a key of the
 * day: whatever breaks before or after, it goes out once.
 */
import { dateAt, type Instant } from '#domain/time.ts'
import { isTooLate, nextDigestAt } from '#domain/portfolio/day-digest.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { unsubscribeUrl } from '../notices/unsubscribe.ts'
import type { CustomerScope, Helper } from '../scope.ts'
import { holdShare } from '../sharing/action-queries.ts'
import { answerFromViews } from '../sharing/answer-shared-call.ts'
import { readScopesOfHelper } from '../sharing/read-shared-scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { planNextDigest, serviceNames } from './queries.ts'
import { readDigest } from './read-digest.ts'
import { digestTexts } from './texts.ts'
import { type AccountPart, writeDigest } from './write-digest.ts'

type Due = {
  readonly hour: number
  readonly plannedAt: Instant
  readonly isWanted: boolean
  readonly isLeaving: boolean
}

export async function sendDigest(app: App, reader: CustomerScope, due: Due): Promise<void> {
  const now = app.ports.clock.now()
  const { userId, timeZone } = reader
  const isSent = due.isWanted && !due.isLeaving && !isTooLate(due.plannedAt, now)
  const digest = isSent ? await digestFor(app, reader, now) : null
  const next = { userId, plannedAt: due.plannedAt, nextAt: nextDigestAt(due.hour, now, timeZone) }
  await inTransaction(app.db, async (trx) => {
    // Access that ended meanwhile: the next run reads again.
    for (const helper of digest?.helpers ?? []) if (!(await isStillSo(trx, helper))) return
    if (!(await planNextDigest(trx, next)) || digest === null) return
    await enqueue(trx, 'send_mail', digest.mail, { now })
  })
}

/** Null where nothing happens that day. */
async function digestFor(app: App, reader: CustomerScope, now: Instant) {
  const { userId, timeZone, locale, name, email } = reader
  const { parts, helpers } = await readAccounts(app, reader, now)
  const date = dateAt(now, timeZone)
  const written = writeDigest(
    { userId, name, locale, date, origin: app.config.http.origin, serviceNames: await serviceNames(app.db) },
    parts,
  )
  if (written === null) return null
  const ends = await unsubscribeUrl(app, userId, 'daily_digest')
  const mail = {
    key: `daily_digest:${userId}:${date}`,
    to: email,
    userId,
    subject: written.subject,
    text: `${written.text}\n${digestTexts[locale].unsubscribe} ${ends.page}`,
    unsubscribeUrl: ends.oneClick,
  }
  return { mail, helpers }
}

/** What one owns, and of what one looks after whatever the share shows. */
async function readAccounts(app: App, reader: CustomerScope, now: Instant) {
  const parts: AccountPart[] = [{ share: null, day: await readDigest(app.db, reader, now) }]
  const helpers: Helper[] = []
  for (const { scope, helper } of await readScopesOfHelper(app.db, reader)) {
    const day = await answerFromViews(app, helper, ({ db }) => readDigest(db, scope, now))
    parts.push({ share: { shareId: helper.shareId, ownerName: scope.name }, day })
    helpers.push(helper)
  }
  return { parts, helpers }
}

async function isStillSo(db: Db, { shareId, role, isWhole }: Helper): Promise<boolean> {
  const held = await holdShare(db, shareId)
  return held !== undefined && held.role === role && held.isWhole === isWhole
}
