/** Mail to one person. Sending the same `key` again sends nothing: a retried task cannot mail twice. */
import type { UserId } from '#domain/ids.ts'
export type Mail = {
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly userId: UserId | null
  /** Ends mails of this kind when a mailbox posts to it (RFC 8058). */
  readonly unsubscribeUrl?: string
  readonly attachments?: readonly Attachment[]
}

export type Attachment = { readonly fileName: string; readonly type: string; readonly content: Buffer }

export type Mailer = { send(mail: Mail): Promise<void> }
