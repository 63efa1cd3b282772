/** Papers of what a person may see on the screen: who may not see the one gets not the other. */
import { buffer } from 'node:stream/consumers'
import type { PaymentId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { FileReply } from '../http/handler.ts'
import { type EarningsStatement, type Receipt, readPayment } from '../payments/receipt-queries.ts'
import type { Attachment } from '../ports/mail/port.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { describeReceipt } from './describe-receipt.ts'
import { describeStatement } from './describe-statement.ts'
import { type PaperContent, writePdf } from './write-pdf.ts'

/** A receipt's or a statement's id; the other kind is not found. */
export async function writePaper(
  app: App,
  scope: UserScope,
  { id, kind }: { readonly id: PaymentId; readonly kind: 'receipt' | 'statement' },
): Promise<FileReply> {
  const found = await readPayment(app, scope, id)
  if (found.kind !== kind) throw new Refused('not_found')
  return fileOf(found.periodEnd, found, contentOf(found, scope, app.ports.clock.now()))
}

/** The same file, whole, to go with a mail. */
export async function writeReceipt(app: App, scope: UserScope, id: PaymentId): Promise<Attachment> {
  const found = await readPayment(app, scope, id)
  const paper = fileOf(found.periodEnd, found, contentOf(found, scope, app.ports.clock.now()))
  return { ...paper, content: await buffer(paper.content) }
}

function contentOf(found: Receipt | EarningsStatement, scope: UserScope, now: Instant): PaperContent {
  const reader = { locale: scope.locale, timeZone: scope.timeZone, now }
  return found.kind === 'receipt' ? describeReceipt(found, reader) : describeStatement(found, reader)
}

function fileOf(date: string, { kind, id }: { kind: string; id: string }, content: PaperContent) {
  return {
    type: 'application/pdf',
    fileName: `crew-${kind}-${date}-${id.slice(0, 8)}.pdf`,
    content: writePdf(content),
  }
}
