import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { enqueue } from '../tasks/queue.ts'
import { findByEmail, findRecipient, holdsEmail, updateUser } from './queries.ts'
import { accountMails } from './texts.ts'

/** The address is the account's from now on, which whoever opened the link there has proven; the old one is told. */
export async function takeAddress(
  app: App,
  db: Db,
  { userId, email, now }: { readonly userId: UserId; readonly email: string; readonly now: Instant },
): Promise<void> {
  const holder = await findByEmail(db, email)
  if (holder !== undefined && holder.id !== userId) throw new Refused('link_invalid')
  const before = await findRecipient(db, userId)
  if (before === undefined) throw new Refused('link_invalid')
  const heldAddress = await holdsEmail(db, userId)
  await updateUser(db, userId, { email, holds_email: true })
  if (!heldAddress || before.email === email) return
  const { subject, text } = accountMails[before.locale].emailChanged(before.name, app.config.supportEmail)
  const key = `email:${userId}:${now}`
  await enqueue(db, 'send_mail', { key, to: before.email, subject, text, userId }, { now })
}
