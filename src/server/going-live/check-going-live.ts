/**
 * What going live takes. The page of operators and `npm run doctor` ask the same functions; nothing is claimed that was
 * not tried just now, and what stands in for a provider is called a double.
 */
import type { Seen } from '#contract/going-live.ts'
import { keysOf } from '#domain/keys.ts'
import type { Instant } from '#domain/time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { Finding, Payments } from '../ports/payments/payments.ts'
import { checkAddress } from './check-address.ts'
import { checkMail, checkMailDomain } from './check-mail.ts'
import { checkMaps } from './check-maps.ts'
import { checkRecords, UNREAD } from './check-records.ts'
import { checkStorage } from './check-storage.ts'
import type { Topic } from './texts.ts'

type Check = Seen & { readonly topic: Topic }

type Asking = {
  readonly db: Db | null
  /** The payment provider's own. */
  readonly diagnose: Payments['diagnose']
  readonly now: Instant
}

/** Without a database to read, as before the first start, what stands in it is not checked. */
export async function checkGoingLive(config: Config, { db, diagnose, now }: Asking): Promise<Check[]> {
  const [address, payments, mail, mailDomain, storage, maps, records] = await Promise.all([
    checkAddress(config),
    checkPayments(config, diagnose),
    checkMail(config),
    checkMailDomain(config),
    checkStorage(config),
    checkMaps(config).then(fromFindings),
    db === null ? UNREAD : checkRecords(db, now),
  ])
  const { webhooks, texts, backup, secondPerson, demo } = records
  const seen: Readonly<Record<Topic, Seen>> = {
    address,
    payments,
    webhooks: config.stripe === null ? { state: 'double', detail: '' } : webhooks,
    mail,
    mailDomain,
    sms: { state: 'double', detail: '' },
    push: { state: config.push === null ? 'double' : 'ok', detail: '' },
    hospitable: { state: config.hospitable === null ? 'double' : 'ok', detail: '' },
    storage,
    maps,
    texts,
    backup,
    secondPerson,
    demo,
  }
  return keysOf(seen).map((topic) => ({ topic, ...seen[topic] }))
}

async function checkPayments({ http, isProduction }: Config, diagnose: Payments['diagnose']): Promise<Seen> {
  if (diagnose === null) return { state: 'double', detail: '' }
  return fromFindings(await diagnose({ origin: http.origin, isProduction }))
}

/** What is doubtful is said, but does not keep anybody from going live. */
function fromFindings(findings: readonly Finding[]): Seen {
  const isWrong = findings.some(({ state }) => state === 'wrong')
  const said = findings.filter(({ state }) => state !== 'good').map(({ sentence }) => sentence)
  return { state: isWrong ? 'missing' : 'ok', detail: said.join(' ') }
}
