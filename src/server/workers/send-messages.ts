/** Messages leave by the ports. Their key makes a second try harmless. */
import type { PaymentId } from '#domain/ids.ts'
import { inGsmAlphabet } from '#domain/notifications/sms-text.ts'
import type { App } from '../app.ts'
import { deliverCode } from '../codes/send-code.ts'
import { writeReceipt } from '../papers/write-paper.ts'
import type { Attachment } from '../ports/mail/port.ts'
import { writeInvoiceToMail } from '../receivables/write-invoice.ts'
import type { Task } from '../tasks/task.ts'
import { holdsEmail } from '../users/queries.ts'
import { sendAccountLink } from '../users/send-sign-in-link.ts'
import { readerOfReceipt } from './queries.ts'

export const sendMail: Task<'send_mail'> = {
  kind: 'send_mail',
  tries: 8,
  outside: async (app, { receiptOf, isAsked = false, invoiceId, ...mail }) => {
    // A phone alone opens an account, too: who gave no address has none.
    if (mail.to === '') return
    if (mail.userId !== null && !(await holdsEmail(app.db, mail.userId))) return
    const attachments = [
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
