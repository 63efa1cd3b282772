/** A customer hands in a certificate with a picture or a PDF of it; it holds once an operator approves it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type TaxExemptionId, toId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { CERTIFICATE_LIMIT_BYTES, STATES } from '#domain/tax/exemption.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { notifyAll } from '../notices/notify.ts'
import { withReceivedFile } from '../pictures/receive-file.ts'
import { reencode } from '../pictures/reencode-picture.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findOperatorIds } from '../users/queries.ts'
import { countAsked, insertExemption } from './exemption-queries.ts'
import { salesTaxTexts } from './texts.ts'

type Certificate = {
  readonly number: string
  readonly issuedBy: string
  readonly startsOn: LocalDate
  readonly expiresOn: LocalDate
}
type KeptFile = { readonly bytes: Buffer; readonly type: 'image/webp' | 'application/pdf' }

const MOST_WAITING = 5

export async function addExemption(
  app: App,
  scope: CustomerScope,
  { file, ...certificate }: Certificate & { readonly file: Readable },
  now: Instant,
): Promise<TaxExemptionId> {
  await check(app, scope, certificate, now)
  const folder = join(app.config.dataDirectory, 'uploads')
  const kept = await withReceivedFile({ folder, file, maximumBytes: CERTIFICATE_LIMIT_BYTES }, ({ path }) =>
    readCertificate(path, scope),
  )
  const id = toId<TaxExemptionId>(randomUUID())
  const ending = kept.type === 'application/pdf' ? 'pdf' : 'webp'
  const storageKey = `certificates/${id.slice(0, 2)}/${id}.${ending}`
  await app.ports.photos.put(storageKey, kept.bytes)
  try {
    await save(app, scope, { ...certificate, id, storageKey, fileType: kept.type }, now)
  } catch (error) {
    await app.ports.photos.remove(storageKey)
    throw error
  }
  return id
}

async function check(app: App, scope: CustomerScope, certificate: Certificate, now: Instant): Promise<void> {
  const texts = salesTaxTexts[scope.locale]
  const { issuedBy, startsOn, expiresOn } = certificate
  const wrong = (field: keyof Certificate, sentence: string) =>
    new Refused('bad_input', { fields: { [field]: sentence } })
  if (!STATES.some((state) => state === issuedBy)) throw wrong('issuedBy', texts.wrongState)
  if (expiresOn < startsOn) throw wrong('expiresOn', texts.endsBeforeItStarts)
  if (expiresOn < dateAt(now, await marketZone(app.db, scope))) throw wrong('expiresOn', texts.hasExpired)
}

/** A picture is made anew; a PDF is kept as it came and only ever downloaded. */
async function readCertificate(path: string, scope: CustomerScope): Promise<KeptFile> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return { bytes, type: 'application/pdf' }
  const picture = await reencode(path)
  if ('fault' in picture)
    throw new Refused(picture.fault === 'too_many_pixels' ? 'too_large' : 'wrong_file_type', {
      sentence: salesTaxTexts[scope.locale].notAFile,
    })
  return { bytes: picture.bytes, type: 'image/webp' }
}

function save(
  app: App,
  scope: CustomerScope,
  given: Certificate & { id: TaxExemptionId; storageKey: string; fileType: KeptFile['type'] },
  now: Instant,
): Promise<void> {
  return inTransaction(app.db, async (db) => {
    if ((await countAsked(db, scope)) >= MOST_WAITING)
      throw new Refused('bad_input', { fields: { number: salesTaxTexts[scope.locale].tooMany } })
    await insertExemption(db, scope, { ...given, at: now })
    await recordAudit(db, { at: now, actorId: scope.userId, action: 'add_tax_exemption', subject: given.id })
    const operators = await findOperatorIds(db, scope.marketId)
    const texts = inEachLanguage((language) => salesTaxTexts[language].asked(scope.name, given.number))
    const key = `tax-exemption:${given.id}:asked`
    await notifyAll(
      db,
      operators.map((to) => ({
        to,
        event: 'payment',
        key,
        texts,
        url: '/operator/tax?show=certificates',
        now,
      })),
    )
  })
}
