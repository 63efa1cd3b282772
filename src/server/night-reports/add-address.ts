/** Whom the owner of a complex wants its nights mailed to. Nothing is sent before whoever reads that mailbox says yes. */
import { randomUUID } from 'node:crypto'
import { type ComplexId, type ReportAddressId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { deleteAddress, insertAddress, listAddresses, lockComplex, saveAsked } from './queries.ts'
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
    const addressId = same?.id ?? toId<ReportAddressId>(randomUUID())
    const { tokenHash } = signReportLink(app, addressId)
    if (same === undefined)
      await insertAddress(trx, { id: addressId, complexId, email, locale, tokenHash, now })
    else await saveAsked(trx, addressId, locale, now)
    await ask(app, trx, { addressId, email, locale, now, timeZone: complex.timeZone }, [
      scope.name,
      complex.name,
    ])
    return { addressId }
  }
  // The complex is locked first, so many at once wait for each other.
  return inTransaction(app.db, add, { isolation: 'read committed' })
}

export async function removeReportAddress(
  { db }: App,
  scope: CustomerScope,
  addressId: ReportAddressId,
): Promise<void> {
  if (!(await deleteAddress(db, scope, addressId))) throw new Refused('not_found')
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
