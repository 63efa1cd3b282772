/** Somebody at an address where we do not work yet wants to hear when we do. */
import { normalisePhone } from '#domain/accounts/phone.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { enqueue } from '../tasks/queue.ts'
import { marketAt } from './queries.ts'
import { marketMails, marketTexts } from './texts.ts'
import { countOfContact, insertWaiting, type Waiting } from './waitlist-queries.ts'

/** Whoever wants to fill the list with one address of mail is not answered otherwise, and does not. */
const MOST_OF_A_CONTACT = 20

type Wish = {
  readonly lat: number
  readonly lng: number
  readonly address: string
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/** The same answer whether or not they wait already, so that nobody learns who does. */
export async function addToWaitlist(app: App, wish: Wish, locale: Language): Promise<void> {
  const now = app.ports.clock.now()
  const waiting = toWaiting(wish, locale)
  const market = await marketAt(app.db, wish)
  if (market?.state === 'open')
    throw new Refused('bad_input', { fields: { address: marketTexts[locale].servedAlready(market.name) } })
  await inTransaction(app.db, async (db) => {
    if ((await countOfContact(db, waiting.contact)) >= MOST_OF_A_CONTACT) return
    if (!(await insertWaiting(db, waiting, now)) || waiting.channel !== 'mail') return
    const { subject, text } = marketMails[locale].waits({ address: waiting.address })
    const key = `waits:${waiting.contact}:${waiting.address}`
    await enqueue(db, 'send_mail', { key, to: waiting.contact, subject, text, userId: null }, { now })
  })
}

function toWaiting({ lat, lng, address, email, phone }: Wish, locale: Language): Waiting {
  const place = { address, lat, lng, locale }
  if (email !== undefined) return { ...place, channel: 'mail', contact: email.toLowerCase() }
  if (phone === undefined || phone === '') throw new Refused('bad_input', { faults: { email: 'missing' } })
  const decided = normalisePhone(phone)
  if ('refused' in decided) throw new Refused(decided.refused, { at: 'phone' })
  return { ...place, channel: 'sms', contact: decided.phone }
}
