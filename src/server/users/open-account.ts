import type { UserId } from '#domain/ids.ts'
import { sponsorCode } from '#domain/commissions/attribution.ts'
import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { keepAcceptance } from '../house-texts/queries.ts'
import { openSession } from '../http/session.ts'
import { keepMark } from '../referrals/identity-queries.ts'
import { takeSponsor } from '../referrals/take-sponsor.ts'
import { enqueue } from '../tasks/queue.ts'
import { addUser, type NewUser } from './add-user.ts'
import { type findByEmail, findSponsor } from './queries.ts'
import { mailHolder } from './send-sign-in-link.ts'
import { accountMails } from './texts.ts'

export type Registered = {
  readonly userId: UserId
  readonly token: string
  readonly locale: Language
  /** Why the code that was given names no sponsor. */
  readonly refusedSponsor: RefusalReason | null
}

/** Who has the address that is given, if anybody: it is told, and keeps it. */
export type Holder = NonNullable<Awaited<ReturnType<typeof findByEmail>>>

export type Opening = Omit<NewUser, 'holdsEmail' | 'input'> & {
  readonly input: NewUser['input'] & { readonly sponsorCode?: string | undefined }
  readonly userAgent: string
  readonly deviceId?: string
  /** What else belongs to an account of its type. */
  readonly more?: (db: Db, userId: UserId) => Promise<void>
}

/** The account with all that belongs to it, signed in, in the caller's transaction. */
export async function openAccount(
  app: App,
  trx: Db,
  holder: Holder | null,
  { more, userAgent, deviceId = '', ...account }: Opening,
): Promise<Registered> {
  const { now, locale, input } = account
  const holdsEmail = holder === null && input.email !== ''
  const userId = await addUser(trx, { ...account, holdsEmail })
  await more?.(trx, userId)
  await keepAcceptance(trx, userId, now)
  await keepMark(trx, { userId, kind: 'device', mark: deviceId, now })
  const sponsor = await findSponsor(trx, sponsorCode(input) ?? '')
  const refusedSponsor =
    sponsor === undefined ? null : await takeSponsor(trx, { newcomerId: userId, sponsorId: sponsor.id, now })
  if (holdsEmail) await welcome(app, trx, userId, account)
  if (holder !== null) await mailHolder(app, trx, holder, now)
  const token = await openSession(trx, { userId, userAgent, now })
  return { userId, locale, token, refusedSponsor }
}

type Welcomed = Pick<Opening, 'type' | 'input' | 'locale'> & { readonly now: Instant }

async function welcome(app: App, db: Db, userId: UserId, { type, input, locale, now }: Welcomed) {
  const url = `${app.config.http.origin}/welcome-${type.toLowerCase()}`
  const { subject, text } = accountMails[locale].welcome(input.name, url)
  await enqueue(
    db,
    'send_mail',
    { key: `welcome:${userId}`, to: input.email, subject, text, userId },
    { now },
  )
}
