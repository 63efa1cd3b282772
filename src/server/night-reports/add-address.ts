/** Whom the owner of a complex, or who looks after all of it, wants its nights mailed to. Nothing is sent before whoever reads that mailbox says yes. */
import { randomUUID } from 'node:crypto'
import { type ComplexId, type ReportAddressId, toId } from '#domain/ids.ts'
import { inEachLanguage, type Language } from '#domain/language.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { checkMailbox } from '../passwords/check-mailbox.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import {
  deleteAddress,
  findAddress,
  insertAddress,
  listAddresses,
  lockComplex,
  saveAsked,
} from './queries.ts'
import { signReportLink } from './sign-report-link.ts'
import { nightReportTexts } from './texts.ts'

const MOST_ADDRESSES = 20

export async function listReportAddresses({ db }: App, scope: CustomerScope, complexId: ComplexId) {
  await findComplex(db, scope, complexId)
  const addresses = (await listAddresses(db, complexId)).map((row) => ({
    id: row.id,
    email: row.email,
    locale: row.locale,
    askedAt: row.asked_at,
    confirmedAt: row.confirmed_at,
    lastNight: row.last_night,
  }))
  return { addresses }
}

type Asked = { readonly complexId: ComplexId; readonly email: string; readonly locale: Language }

export function addReportAddress(
  app: App,
  scope: CustomerScope,
  { complexId, email, locale }: Asked,
): Promise<{ addressId: ReportAddressId }> {
  const now = app.ports.clock.now()
  const add = async (trx: Db) => {
    const complex = await lockComplex(trx, scope, complexId)
    if (complex === undefined) throw new Refused('not_found')
    const known = await listAddresses(trx, complexId)
    const same = known.find((each) => each.email.toLowerCase() === email.toLowerCase())
    if (same !== undefined && same.confirmed_at !== null)
      throw new Refused('bad_input', { faults: { email: 'addressGetsReports' } })
    if (same === undefined && known.length >= MOST_ADDRESSES)
      throw new Refused('bad_input', { faults: { email: 'atMost20Addresses' } })
    // Asked again on the same day no mail goes out, by its key.
    const today = dateAt(now, complex.timeZone)
    const wasAskedToday = same !== undefined && dateAt(same.asked_at, complex.timeZone) === today
    if (!wasAskedToday) await checkMailbox(trx, { email, askedBy: scope.userId, now })
    const addressId = same?.id ?? toId<ReportAddressId>(randomUUID())
    const { tokenHash } = signReportLink(app, addressId)
    if (same === undefined)
      await insertAddress(trx, { id: addressId, complexId, email, locale, tokenHash, now })
    else await saveAsked(trx, addressId, locale, now)
    await ask(app, trx, { addressId, email, locale, now, timeZone: complex.timeZone }, [
      nightReportTexts[locale].by(scope.name, scope.helper?.name),
      complex.name,
    ])
    await notifyOwner(trx, scope, { what: 'added', addressId, email, complex, now })
    return { addressId }
  }
  // The complex is locked first, so many at once wait for each other.
  return inTransaction(app.db, add, { isolation: 'read committed' })
}

export function removeReportAddress(
  app: App,
  scope: CustomerScope,
  addressId: ReportAddressId,
): Promise<void> {
  return inTransaction(app.db, async (trx) => {
    const address = await findAddress(trx, addressId)
    if (!(await deleteAddress(trx, scope, addressId)) || address === undefined) throw new Refused('not_found')
    const { email, complexId, complexName } = address
    const complex = { id: complexId, name: complexName }
    await notifyOwner(trx, scope, { what: 'removed', addressId, email, complex, now: app.ports.clock.now() })
  })
}

/** Whose nights go to a mailbox outside learns it where somebody else said so. */
async function notifyOwner(
  db: Db,
  { userId, helper }: CustomerScope,
  {
    what,
    addressId,
    email,
    complex,
    now,
  }: {
    readonly what: 'added' | 'removed'
    readonly addressId: ReportAddressId
    readonly email: string
    readonly complex: { readonly id: ComplexId; readonly name: string }
    readonly now: Instant
  },
): Promise<void> {
  if (helper === undefined) return
  await notify(db, {
    to: userId,
    event: 'job_changed',
    key: `report-address-${what}:${addressId}`,
    texts: inEachLanguage((language) => nightReportTexts[language][what](helper.name, email, complex.name)),
    url: `/customer-complex?id=${complex.id}`,
    now,
  })
}

/** Once a day at most, however often the owner asks: the mailbox is somebody else's. */
async function ask(
  app: App,
  db: Db,
  to: {
    readonly addressId: ReportAddressId
    readonly email: string
    readonly locale: Language
    readonly now: Instant
    readonly timeZone: string
  },
  [ownerName, complexName]: readonly [string, string],
): Promise<void> {
  const { addressId, email, locale, now, timeZone } = to
  const { page } = signReportLink(app, addressId)
  const { subject, text } = nightReportTexts[locale].asked({ ownerName, complexName, url: page })
  const key = `ask_report_address:${addressId}:${dateAt(now, timeZone)}`
  await enqueue(db, 'send_mail', { key, to: email, subject, text, userId: null }, { now })
}
