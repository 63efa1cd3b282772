/** A partner's statement comes in: read whole, kept as it is, known again by what is in it. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { STATEMENT_LIMIT_BYTES } from '#contract/partners.ts'
import type { PartnerStatementId } from '#domain/ids.ts'
import { refuseTable } from '#domain/imports/file.ts'
import type { StatementRow } from '#domain/partners/lines.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { isBlank, readRecords } from '../imports/read-csv.ts'
import { pathOfImport, removeFile } from '../imports/remove-file.ts'
import { storeTextFile } from '../imports/store-text-file.ts'
import { type Survey, surveyFile } from '../imports/survey-file.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findByHash, insertStatement } from './statement-queries.ts'

/** A week of a thousand crews; confirmed in one transaction. */
const MOST_ROWS = 5_000

type Uploaded = {
  readonly statementId: PartnerStatementId
  /** The same file was sent before. */
  readonly isKnown: boolean
  readonly isConfirmed: boolean
}

export async function uploadPartnerStatement(
  app: App,
  scope: OperatorScope,
  { file, fileName }: { file: Readable; fileName: string },
): Promise<Uploaded> {
  const storedAs = `${randomUUID()}.csv`
  const path = pathOfImport(app, storedAs)
  const { locale } = scope
  await storeTextFile(file, path, { maximumBytes: STATEMENT_LIMIT_BYTES, locale, isUtf8Only: true })
  try {
    const survey = await surveyFile(path, { refuse: refuseTable, maximumRows: MOST_ROWS })
    const rows = await readRows(path, survey)
    const fileHash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    return await saveStatement(app, scope, { fileName, fileHash, header: survey.header, rows })
  } finally {
    await removeFile(app, storedAs)
  }
}

async function saveStatement(
  app: App,
  scope: OperatorScope,
  sent: { fileName: string; fileHash: string; header: readonly string[]; rows: readonly StatementRow[] },
): Promise<Uploaded> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      const statementId = await insertStatement(trx, scope, { ...sent, now })
      if (statementId === undefined) {
        const known = await findByHash(trx, scope, sent.fileHash)
        // Thrown away in this very moment: sending it again helps.
        if (known === undefined) throw new Refused('conflict')
        return { statementId: known.id, isKnown: true, isConfirmed: known.confirmed_at !== null }
      }
      await recordAudit(trx, {
        at: now,
        actorId: scope.userId,
        action: 'upload_partner_statement',
        subject: statementId,
        detail: { fileName: sent.fileName, fileHash: sent.fileHash, rows: sent.rows.length },
      })
      return { statementId, isKnown: false, isConfirmed: false }
    },
    { isolation: 'read committed' },
  )
}

/** A row with more cells than the header has is shifted: nobody knows which cell is which. */
async function readRows(
  path: string,
  { delimiter, header, nextByte, nextRow }: Survey,
): Promise<StatementRow[]> {
  const rows: StatementRow[] = []
  let number = nextRow
  for await (const { cells } of readRecords(path, { delimiter, fromByte: nextByte })) {
    const isShifted = cells !== null && !isBlank(cells.slice(header.length))
    if (!isBlank(cells)) rows.push({ number, cells: isShifted ? null : cells })
    number += 1
  }
  return rows
}
