/** Certificates as their customer sees them, and as the operators of the market do; and the file of one. */
import type { TaxExemptionId } from '#domain/ids.ts'
import { type Exemption, replaceBy, standingOf } from '#domain/tax/exemption.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { FileReply } from '../http/handler.ts'
import { marketZone } from '../market-zone.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, OperatorScope, UserScope } from '../scope.ts'
import {
  countAskedOfMarket,
  type ExemptionRow,
  findExemption,
  listOfMarket,
  listOwn,
} from './exemption-queries.ts'

export async function readOwnExemptions(db: Db, scope: CustomerScope, now: Instant) {
  const today = dateAt(now, await marketZone(db, scope))
  const rows = await listOwn(db, scope)
  const exemptions = rows.map((row) => replyOf(row, today))
  const isExempt = exemptions.some(({ standing }) => standing === 'in_force')
  return { exemptions, isExempt, replaceBy: replaceBy(rows.map(exemptionOf), today) }
}

export async function readMarketExemptions(
  db: Db,
  scope: OperatorScope,
  { shown, cursor, limit }: { shown: 'asked' | 'decided'; cursor?: string | undefined; limit: number },
  now: Instant,
) {
  const today = dateAt(now, await marketZone(db, scope))
  const asked = { isAsked: shown === 'asked', after: readTimeMark(cursor), limit: limit + 1 }
  const [rows, askedCount] = await Promise.all([
    listOfMarket(db, scope, asked),
    countAskedOfMarket(db, scope),
  ])
  const page = pageOf(rows, limit)
  return {
    exemptions: page.rows.map((row) => ({
      ...replyOf(row, today),
      customerId: row.customer_id,
      customerName: row.customer_name,
      fileType: row.file_type,
    })),
    askedCount,
    nextCursor: page.nextCursor,
  }
}

export async function readCertificateFile(
  app: App,
  scope: UserScope,
  exemptionId: TaxExemptionId,
): Promise<FileReply> {
  const exemption = await findExemption(app.db, scope, exemptionId)
  const content = exemption === undefined ? null : await app.ports.photos.get(exemption.storage_key)
  if (exemption === undefined || content === null) throw new Refused('not_found')
  const ending = exemption.file_type === 'application/pdf' ? 'pdf' : 'webp'
  return { type: exemption.file_type, fileName: `certificate-${exemptionId.slice(0, 8)}.${ending}`, content }
}

function replyOf(row: ExemptionRow, today: LocalDate) {
  const exemption = exemptionOf(row)
  return {
    id: row.id,
    number: row.number,
    issuedBy: row.issued_by,
    startsOn: exemption.startsOn,
    expiresOn: exemption.expiresOn,
    standing: standingOf(exemption, today),
    endedOn: exemption.endedOn,
    note: row.note,
    askedAt: row.asked_at,
    decidedAt: row.decided_at,
  }
}

function exemptionOf({ state, starts_on, expires_on, ended_on }: ExemptionRow): Exemption {
  return { state, startsOn: starts_on, expiresOn: expires_on, endedOn: ended_on }
}
