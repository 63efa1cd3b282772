/** Messages leave by the ports. Their key makes a second try harmless. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PaymentId } from '#domain/ids.ts'
import { inGsmAlphabet } from '#domain/notifications/sms-text.ts'
import type { App } from '../app.ts'
import { deliverCode } from '../codes/send-code.ts'
import { writeNightReport } from '../complexes/write-night-report.ts'
import type { FileReply } from '../http/handler.ts'
import { writeReceipt } from '../papers/write-paper.ts'
import type { Attachment } from '../ports/mail/port.ts'
import { writeInvoiceToMail } from '../receivables/write-invoice.ts'
import type { TaskPayloads } from '../tasks/kinds.ts'
import type { Task } from '../tasks/task.ts'
import { holdsEmail } from '../users/queries.ts'
import { sendAccountLink } from '../users/send-sign-in-link.ts'
import { findAddress } from '../night-reports/queries.ts'
import { customerOf, readerOfReceipt } from './queries.ts'

type NightReport = NonNullable<TaskPayloads['send_mail']['nightReport']>

export const sendMail: Task<'send_mail'> = {
  kind: 'send_mail',
  tries: 8,
  outside: async (app, { receiptOf, isAsked = false, invoiceId, nightReport, ...mail }) => {
    // A phone alone opens an account, too: who gave no address has none.
    if (mail.to === '') return
    if (mail.userId !== null && !(await holdsEmail(app.db, mail.userId))) return
    const night = nightReport === undefined ? [] : await nightToAttach(app, nightReport)
    // Ended meanwhile.
    if (night === null) return
    const attachments = [
      ...night,
      ...(receiptOf === undefined ? [] : await receiptsToAttach(app, receiptOf, isAsked)),
      ...(invoiceId === undefined ? [] : [await writeInvoiceToMail(app, invoiceId)]),
    ]
    await app.ports.mail.send({ ...mail, attachments })
  },
}
export const sendSms: Task<'send_sms'> = {
  kind: 'send_sms',
  tries: 5,
  outside: ({ ports }, message) => ports.sms.send({ ...message, text: inGsmAlphabet(message.text) }),
}
export const sendPush: Task<'send_push'> = {
  kind: 'send_push',
  tries: 3,
  outside: ({ ports }, push) => ports.push.send(push),
}

export const sendAccountLinkTask: Task<'send_account_link'> = {
  kind: 'send_account_link',
  tries: 8,
  inTransaction: sendAccountLink,
}

export const sendCodeTask: Task<'send_code'> = {
  kind: 'send_code',
  tries: 5,
  inTransaction: deliverCode,
}

/** Asked at the moment of sending: whoever wants none any more gets none. */
async function receiptsToAttach(app: App, paymentId: PaymentId, isAsked: boolean): Promise<Attachment[]> {
  const reader = await readerOfReceipt(app.db, paymentId, isAsked)
  return reader === null ? [] : [await writeReceipt(app, reader, paymentId)]
}

async function wholeOf(content: FileReply['content']): Promise<Buffer> {
  return content instanceof Readable ? buffer(content) : Buffer.from(content)
}

/** The proofs of a night, in the language of its address; null where that wants none any more. */
async function nightToAttach(app: App, { addressId, visitIds }: NightReport): Promise<Attachment[] | null> {
  const address = await findAddress(app.db, addressId)
  const owner = address === undefined ? null : await customerOf(app.db, address.customerId)
  if (address === undefined || owner === null) return null
  const attachments: Attachment[] = []
  for (const visitId of visitIds) {
    const { type, fileName, content } = await writeNightReport(app, owner, visitId, address.locale)
    attachments.push({ type, fileName: fileName ?? `${visitId}.pdf`, content: await wholeOf(content) })
  }
  return attachments
}
