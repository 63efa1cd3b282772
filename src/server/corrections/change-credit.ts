/** Credit that an operator gives or takes by hand: within limits, with a reason, and told to its customer. */
import { decideCreditChange, mostToGive, payWithCredit } from '#domain/billing/corrections.ts'
import type { CreditChangeId, UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { type CreditChangeKind, creditChanged } from '#domain/ledger/corrections.ts'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { customerCredit, lockCustomerCredit } from '../ledger/queries.ts'
import { notify } from '../notices/notify.ts'
import { checkAlone } from '../refunds/check-alone.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { findCustomer, givenLately, insertCreditChange, listDueWithPeriod } from './correction-queries.ts'
import { correctionTexts } from './texts.ts'

type Change = {
  readonly customerId: UserId
  readonly kind: CreditChangeKind
  readonly amountCents: number
}

const MOST_DUE = 100

/** What it would do, by what stands now. */
export async function previewCreditChange(app: App, scope: OperatorScope, change: Change) {
  const { db } = app
  const { customerId } = change
  const customer = await findCustomer(db, scope, customerId)
  if (customer === undefined) throw new Refused('not_found')
  const now = app.ports.clock.now()
  const settings = await settingsAt(db, scope.marketId, now)
  const creditCents = await customerCredit(db, customerId)
  const givenLatelyCents = await givenLately(db, customerId, now)
  const { creditAfterCents } = unlessRefused(
    decideCreditChange(change, { creditCents, givenLatelyCents }, settings),
  )
  return {
    customerName: customer.name,
    creditBeforeCents: creditCents,
    creditAfterCents,
    pays: change.kind === 'given' ? await paysOf(app, customerId, creditAfterCents) : [],
    mostToGiveCents: mostToGive(givenLatelyCents, settings),
  }
}

export async function changeCredit(
  app: App,
  scope: OperatorScope,
  change: Change & { readonly reason: string },
): Promise<{ creditChangeId: CreditChangeId; creditCents: Cents }> {
  return inTransaction(
    app.db,
    async (trx) => {
      const saved = await saveCreditChange(app, trx, scope, change)
      if (change.kind === 'given') await checkAlone(trx, scope, change.customerId, app.ports.clock.now())
      return saved
    },
    { isolation: 'read committed' },
  )
}

/** Under the lock of the customer's credit: what two operators give at once stays within the limits, too. */
export async function saveCreditChange(
  app: App,
  trx: Db,
  scope: OperatorScope,
  change: Change & { readonly reason: string },
): Promise<{ creditChangeId: CreditChangeId; creditCents: Cents }> {
  const { customerId, kind, reason } = change
  const now = app.ports.clock.now()
  if ((await findCustomer(trx, scope, customerId)) === undefined) throw new Refused('not_found')
  const creditCents = await lockCustomerCredit(trx, customerId)
  const givenLatelyCents = await givenLately(trx, customerId, now)
  const settings = await settingsAt(trx, scope.marketId, now)
  const { amountCents, creditAfterCents } = unlessRefused(
    decideCreditChange(change, { creditCents, givenLatelyCents }, settings),
  )
  const operatorId = scope.userId
  const creditChangeId = await insertCreditChange(trx, {
    customerId,
    operatorId,
    kind,
    amountCents,
    reason,
    now,
  })
  await postJournal(trx, {
    ...creditChanged({ creditChangeId, customerId, kind, amountCents }),
    kind: 'credit_changed',
    at: now,
    subjectId: creditChangeId,
  })
  await recordAudit(trx, {
    at: now,
    actorId: operatorId,
    action: kind === 'given' ? 'give_credit' : 'take_credit',
    subject: customerId,
    detail: { creditChangeId, amountCents, reason },
  })
  const amount = formatCents(amountCents)
  await notify(trx, {
    to: customerId,
    event: 'payment',
    key: `credit-change:${creditChangeId}`,
    texts: inEachLanguage((language) => correctionTexts[language][kind](amount, reason)),
    url: '/billing',
    now,
  })
  if (kind === 'given') await enqueue(trx, 'use_credit', { customerId }, { now })
  return { creditChangeId, creditCents: creditAfterCents }
}

/** What is being asked of a card keeps its amount. */
async function paysOf(app: App, customerId: UserId, creditCents: Cents) {
  const due = (await listDueWithPeriod(app.db, customerId, MOST_DUE)).filter(
    ({ state }) => state !== 'charging',
  )
  const paid = payWithCredit(
    creditCents,
    due.map((payment) => ({ paymentId: payment.id, totalCents: cents(payment.total_cents) })),
    app.ports.payments.minimumChargeCents,
  )
  return paid.map((each) => {
    const { period_start, period_end } = due.find(({ id }) => id === each.paymentId)!
    return { ...each, periodStart: period_start, periodEnd: period_end }
  })
}
