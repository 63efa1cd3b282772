/** Mail by SMTP. The key becomes the Message-ID, so that a mailbox that gets a retry twice can tell. */
import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Mailer } from './port.ts'

export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    send: async ({ key, to, subject, text, unsubscribeUrl, attachments = [] }) => {
      const id = createHash('sha256').update(key).digest('hex').slice(0, 32)
      const headers =
        unsubscribeUrl === undefined
          ? {}
          : {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        headers,
        messageId: `<${id}@crew>`,
        attachments: attachments.map(({ fileName, type, content }) => ({
          filename: fileName,
          contentType: type,
          content,
        })),
      })
    },
  }
}
