import { resolveTxt } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import type { Seen } from '#contract/going-live.ts'
import type { Config } from '../config.ts'
import { reasonOf } from './check-address.ts'

const TIMEOUT_MS = 8_000

/** Signs in at the mail server and sends nothing. */
export async function checkMail({ mail }: Config): Promise<Seen> {
  if (mail === null) return { state: 'double', detail: '' }
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await transport.verify()
    return { state: 'ok', detail: new URL(mail.url).host }
  } catch (error) {
    return { state: 'missing', detail: reasonOf(error) }
  } finally {
    transport.close()
  }
}

type Resolve = (name: string) => Promise<string[][]>

/** Without these records mailboxes take our mails for somebody else's. */
export async function checkMailDomain({ mail }: Config, resolve: Resolve = resolveTxt): Promise<Seen> {
  const domain = /@([^@>\s]+)>?$/.exec(mail?.from.trim() ?? '')?.[1] ?? ''
  if (!/\.[a-z]{2,}$/i.test(domain) || /\.(localhost|test|example|invalid)$/i.test(domain))
    return { state: 'missing', detail: domain }
  try {
    const lacking = [
      ...((await hasRecord(resolve, domain, 'v=spf1')) ? [] : [`${domain} has no SPF record.`]),
      ...((await hasRecord(resolve, `_dmarc.${domain}`, 'v=DMARC1'))
        ? []
        : [`${domain} has no DMARC record.`]),
    ]
    return { state: lacking.length === 0 ? 'ok' : 'missing', detail: lacking.join(' ') || domain }
  } catch (error) {
    return { state: 'unchecked', detail: reasonOf(error) }
  }
}

/** False where the name server says that there is none; throws where nobody answers. */
async function hasRecord(resolve: Resolve, name: string, start: string): Promise<boolean> {
  try {
    const records = await resolve(name)
    return records.some((parts) => parts.join('').toLowerCase().startsWith(start.toLowerCase()))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENODATA' || code === 'ENOTFOUND') return false
    throw error
  }
}
