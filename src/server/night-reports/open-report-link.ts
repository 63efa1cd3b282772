/** The link of a mail about nights: opening it changes nothing, for a mailbox's own scanner opens it, too. */
import { addDays, DAY_MS, dateAt, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { deleteByLink, findByLink, saveConfirmed } from './queries.ts'

/** After this nobody waits for an answer any more. */
export const ASKED_DAYS = 7

export async function openReportLink(app: App, token: string) {
  const { complexName, email, confirmedAt } = await findAddress(app, token)
  return { complexName, email, isConfirmed: confirmedAt !== null }
}

/** From the night of this day on; said twice it counts once. */
export async function confirmReportAddress(app: App, token: string): Promise<void> {
  const now = app.ports.clock.now()
  const { id, timeZone } = await findAddress(app, token)
  await saveConfirmed(app.db, id, { now, lastNight: addDays(dateAt(now, timeZone), -1) })
}

/** Also where there is nothing to end any more. */
export function endReportMails(app: App, token: string): Promise<void> {
  return deleteByLink(app.db, hashToken(token))
}

async function findAddress(app: App, token: string) {
  const address = await findByLink(app.db, hashToken(token))
  if (address === undefined) throw new Refused('link_invalid')
  const isOver = instant(address.askedAt + ASKED_DAYS * DAY_MS) <= app.ports.clock.now()
  if (address.confirmedAt === null && isOver) throw new Refused('link_invalid')
  return address
}
