/**
 * Two accounts of one customer, or of one crew, become one (decisions 63 and 73): everything moves, the books stay, one account is closed and
 * leads to the other. In one transaction, so that nobody ever sees half of it; nothing undoes it.
 */
import { randomBytes } from 'node:crypto'
import { type MergeSide, reachedAfter, refuseMerge } from '#domain/accounts/merging.ts'
import { randomCode, type UserId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { endSharesOf } from '../sharing/end-share.ts'
import { enqueue } from '../tasks/queue.ts'
import { moveCrew } from './crew-move-queries.ts'
import { countOfCrew, joinProfiles, lockProfiles } from './crew-queries.ts'
import { moveCustomer } from './move-queries.ts'
import { accountsOf } from './preview-merge.ts'
import {
  type AccountRow,
  closeAccount,
  countMoving,
  lockAccounts,
  moveBrought,
  readBooks,
  readClosing,
  readStanding,
  releaseAddresses,
  saveKept,
} from './queries.ts'
import { mergingTexts } from './texts.ts'

export type Merge = {
  readonly keptId: UserId
  readonly closedId: UserId
  readonly name: MergeSide
  readonly phone: MergeSide
  readonly email: MergeSide
  readonly method: MergeSide
  readonly reason: string
}

/**
 * Read committed, with both people locked first: whatever was on its way with a row of theirs is waited for where the row
 * is moved, and what came of it is in the books that are read once more at the end.
 */
export async function mergeAccounts(app: App, scope: OperatorScope, merge: Merge): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, (trx) => mergeIn(app, trx, { scope, merge, now }), {
    isolation: 'read committed',
  })
}

type By = { readonly scope: OperatorScope; readonly merge: Merge; readonly now: Instant }

async function mergeIn(app: App, trx: Db, { scope, merge, now }: By): Promise<void> {
  const { keptId, closedId } = merge
  await lockAccounts(trx, [keptId, closedId])
  await lockProfiles(trx, [keptId, closedId])
  const [kept, closed] = await accountsOf(trx, scope, merge)
  const refusal = refuseMerge(await readStanding(trx, kept), await readClosing(trx, { kept, closed }, now))
  if (refusal !== null) throw new Refused(refusal.refused)
  const names = namesAfter(merge, kept, closed)
  const isCrew = kept.type === 'Crew'
  const moves = await (isCrew ? countOfCrew : countMoving)(trx, closedId, now)
  await endSharesOf(app, trx, closedId)
  if (isCrew) await moveCrew(trx, { keptId, closedId }, { marketId: scope.marketId, now })
  else await moveCustomer(trx, { keptId, closedId }, merge.method)
  await checkBooks(trx, closed)
  await releaseAddresses(trx, closedId)
  await saveKept(trx, keptId, { closedId, names })
  if (isCrew) await joinProfiles(trx, { keptId, closedId, now })
  await moveBrought(trx, keptId, closedId)
  const referralCode = randomCode(randomBytes)
  await closeAccount(trx, { keptId, closed, referralCode, by: scope.userId, now })
  await recordAudit(trx, {
    at: now,
    actorId: scope.userId,
    concerns: keptId,
    action: 'merge_accounts',
    subject: keptId,
    detail: {
      closedId,
      reason: merge.reason,
      closed: facts(closed),
      moves,
      ...changedOf(facts(kept), facts(names)),
    },
  })
  await notifyOwner(app, trx, { kept, closed, names, now })
}

type Names = ReturnType<typeof namesAfter>

function namesAfter(merge: Merge, kept: AccountRow, closed: AccountRow) {
  const email = reachedAfter(merge.email, mailOf(kept), mailOf(closed))
  const phone = reachedAfter(merge.phone, phoneOf(kept), phoneOf(closed))
  return {
    name: { kept, closed }[merge.name].name,
    email: email.value,
    holdsEmail: email.isHolder,
    phone: phone.value === '' ? null : phone.value,
    holdsPhone: phone.isHolder,
  }
}

const mailOf = (row: AccountRow) => ({ value: row.email, isHolder: row.holds_email })
const phoneOf = (row: AccountRow) => ({ value: row.phone ?? '', isHolder: row.holds_phone })
const facts = ({ name, email, phone }: Pick<AccountRow, 'name' | 'email' | 'phone'>) => ({
  name,
  email,
  phone,
})

function changedOf(before: ReturnType<typeof facts>, after: ReturnType<typeof facts>) {
  const changed = keysOf(before).filter((field) => before[field] !== after[field])
  return {
    before: Object.fromEntries(changed.map((field) => [field, before[field]])),
    after: Object.fromEntries(changed.map((field) => [field, after[field]])),
  }
}

/** What was being booked when the merge began was waited for, and may have left a balance. */
async function checkBooks(db: Db, { id, type }: Pick<AccountRow, 'id' | 'type'>): Promise<void> {
  const { owedCents, creditCents, commissionCents, earningsCents } = await readBooks(db, id)
  if (owedCents !== 0) throw new Refused('merge_money_open')
  if (creditCents !== 0) throw new Refused('merge_credit_left')
  if (commissionCents !== 0) throw new Refused('merge_commissions_left')
  if (earningsCents !== 0)
    throw new Refused(type === 'Crew' ? 'merge_earnings_left' : 'merge_commissions_left')
}

type Notified = {
  readonly kept: AccountRow
  readonly closed: AccountRow
  readonly names: Names
  readonly now: Instant
}

/** At every address of both, in case whoever asked is not whom both belong to; a phone where there is no address. */
async function notifyOwner(app: App, db: Db, { kept, closed, names, now }: Notified): Promise<void> {
  const signsInWith = names.email === '' ? (names.phone ?? '') : names.email
  const { origin } = app.config.http
  const said = {
    isCrew: kept.type === 'Crew',
    name: names.name,
    signsInWith,
    supportEmail: app.config.supportEmail,
    url: `${origin}/login`,
  }
  const mails = new Map([closed, kept].map(({ email, locale }) => [email.toLowerCase(), { email, locale }]))
  mails.delete('')
  for (const { email, locale } of mails.values()) {
    const { subject, text } = mergingTexts[locale].mail(said)
    const key = `merge_accounts:${closed.id}:${email.toLowerCase()}`
    await enqueue(db, 'send_mail', { key, to: email, subject, text, userId: kept.id }, { now })
  }
  const phones = new Map(
    [closed, kept].flatMap(({ email, phone, locale }) =>
      email === '' && phone !== null ? [[phone, locale]] : [],
    ),
  )
  for (const [phone, locale] of phones) {
    const key = `merge_accounts:${closed.id}:${phone}`
    const text = mergingTexts[locale].sms(said)
    await enqueue(db, 'send_sms', { key, to: phone, text, userId: kept.id }, { now })
  }
}
