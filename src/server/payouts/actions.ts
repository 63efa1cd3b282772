/** What crews do about being paid: connect an account, answer the provider's questions, ask for a payout at once. */
import type { PayoutId, UserId } from '#domain/ids.ts'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import { decideInstantPayout } from '#domain/payouts/instant.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { ProviderUnavailable } from '../ports/payments/port.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { balancesOf, lockCrew, makePayout } from './pay-crews.ts'
import { sendPayout } from './send-payout.ts'

/** A fresh page of the provider; makes the account on the first call. */
export async function connectPayoutAccount(app: App, scope: CrewScope): Promise<{ url: string }> {
  const accountId = await ensureAccount(app, scope)
  const page = `${app.config.http.origin}/stripe-connect`
  return app.ports.payments.payoutAccountLink({
    accountId,
    returnUrl: `${page}?returned=1`,
    refreshUrl: `${page}?refresh=1`,
  })
}

export type PayoutAccountStatus = {
  readonly state: 'none' | 'pending' | 'ready' | 'restricted'
  readonly requirements: readonly string[]
}

/** Read from the provider: coming back from its page proves nothing (field 25). */
export async function readPayoutAccount(app: App, scope: CrewScope): Promise<PayoutAccountStatus> {
  const profile = await app.db
    .selectFrom('crew_profile')
    .where('user_id', '=', scope.userId)
    .select(['payout_account_id'])
    .executeTakeFirst()
  if (!profile?.payout_account_id) return { state: 'none', requirements: [] }
  const account = await app.ports.payments.readPayoutAccount(profile.payout_account_id)
  if (account === null) return { state: 'none', requirements: [] }
  await keepAccountState(app.db, account.accountId, account.state)
  return { state: account.state, requirements: account.requirements }
}

/** The provider says that an account changed. */
export async function refreshPayoutAccount(app: App, accountId: string): Promise<void> {
  const account = await app.ports.payments.readPayoutAccount(accountId)
  if (account !== null) await keepAccountState(app.db, account.accountId, account.state)
}

export type InstantPayoutResult = {
  readonly payoutId: PayoutId
  readonly state: 'sending' | 'paid' | 'failed'
  readonly amountCents: Cents
  readonly feeCents: Cents
}

/** Everything that is available, at once, less the fee. Two requests at once pay the money once. */
export async function requestInstantPayout(app: App, scope: CrewScope): Promise<InstantPayoutResult> {
  const made = await inTransaction(app.db, (trx) => makeInstantPayout(app, trx, scope), {
    isolation: 'read committed',
  })
  try {
    await sendPayout(app, made.payoutId)
  } catch (error) {
    // The task that was enqueued with the payout sends it again under the same key.
    if (!(error instanceof ProviderUnavailable)) throw error
  }
  const { state } = await app.db
    .selectFrom('payout')
    .where('id', '=', made.payoutId)
    .select('state')
    .executeTakeFirstOrThrow()
  return { ...made, state }
}

/** The embedded provider's questions. Throws not_found where the link cannot be used. */
export async function answerDemoQuestions(
  app: App,
  { link, ...answers }: { link: string; legalName: string; routingNumber: string; accountNumber: string },
): Promise<{ returnUrl: string }> {
  const page = await readDemoLink(app, link)
  const isAnswered = await app.ports.payments.hostedForms!.answerPayoutQuestions(link, answers)
  if (!isAnswered) throw new Refused('not_found')
  return { returnUrl: page.returnUrl }
}

export async function readDemoLink(app: App, link: string): Promise<{ returnUrl: string }> {
  const page = await app.ports.payments.hostedForms?.readPayoutLink(link)
  if (!page) throw new Refused('not_found')
  return { returnUrl: page.returnUrl }
}

async function ensureAccount(app: App, scope: CrewScope): Promise<string> {
  const profile = await app.db
    .selectFrom('crew_profile')
    .where('user_id', '=', scope.userId)
    .select('payout_account_id')
    .executeTakeFirstOrThrow()
  if (profile.payout_account_id !== null) return profile.payout_account_id
  const account = await app.ports.payments.createPayoutAccount({
    key: `account:${scope.userId}:${scope.email}`,
    email: scope.email,
  })
  await inTransaction(app.db, (trx) => keepAccount(app, trx, scope.userId, account.accountId), {
    isolation: 'read committed',
    isStep: false,
  })
  return account.accountId
}

async function keepAccount(app: App, trx: Db, crewId: UserId, accountId: string): Promise<void> {
  await trx
    .updateTable('crew_profile')
    .set({ payout_account_id: accountId, payout_account_state: 'pending' })
    .where('user_id', '=', crewId)
    .where('payout_account_id', 'is', null)
    .execute()
  await recordAudit(trx, {
    at: app.ports.clock.now(),
    actorId: crewId,
    action: 'connect_payout_account',
    subject: crewId,
    detail: { accountId },
  })
}

async function keepAccountState(
  db: Db,
  accountId: string,
  state: 'pending' | 'ready' | 'restricted',
): Promise<void> {
  await db
    .updateTable('crew_profile')
    .set({ payout_account_state: state })
    .where('payout_account_id', '=', accountId)
    .where('payout_account_state', '<>', state)
    .execute()
}

async function makeInstantPayout(
  app: App,
  trx: Db,
  scope: CrewScope,
): Promise<Omit<InstantPayoutResult, 'state'>> {
  const now = app.ports.clock.now()
  const crew = await lockCrew(trx, scope.userId, now)
  const balance = (await balancesOf(trx, [scope.userId], now)).get(scope.userId) ?? {
    availableCents: ZERO_CENTS,
    debtCents: ZERO_CENTS,
    earningIds: [],
  }
  const { amountCents, feeCents } = unlessRefused(decideInstantPayout(crew, balance, 'all', DEFAULT_SETTINGS))
  const today = dateAt(now, scope.timeZone)
  const payoutId = await makePayout(trx, {
    crew,
    kind: 'instant',
    amountCents,
    feeCents,
    periodStart: today,
    periodEnd: today,
    earningIds: balance.earningIds,
    now,
  })
  return { payoutId: payoutId!, amountCents, feeCents }
}
