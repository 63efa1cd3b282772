/** An operator grants a customer net terms, changes or ends them; what stands on invoices already stays as it is. */
import { isNetDays } from '#domain/billing/terms.ts'
import type { UserId } from '#domain/ids.ts'
import { cents, ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import {
  type GrantedTerms,
  openOnInvoices,
  removeTerms,
  saveTerms,
  termsOf,
} from '../invoices/terms-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findCustomer } from './invoice-queries.ts'

export async function readTerms(db: Db, scope: OperatorScope, customerId: UserId) {
  const customer = await findCustomer(db, scope.marketId, customerId)
  if (customer === undefined) throw new Refused('not_found')
  return {
    customerName: customer.name,
    terms: (await termsOf(db, [customerId])).get(customerId) ?? null,
    openCents: (await openOnInvoices(db, [customerId])).get(customerId) ?? ZERO_CENTS,
  }
}

export async function setTerms(
  app: App,
  scope: OperatorScope,
  {
    customerId,
    netDays,
    ...terms
  }: Omit<GrantedTerms, 'creditLimitCents'> & {
    readonly customerId: UserId
    readonly creditLimitCents: number
  },
): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    if ((await findCustomer(trx, scope.marketId, customerId)) === undefined) throw new Refused('not_found')
    const before = (await termsOf(trx, [customerId])).get(customerId) ?? null
    const creditLimitCents = cents(terms.creditLimitCents)
    if (isNetDays(netDays))
      await saveTerms(trx, customerId, { ...terms, netDays, creditLimitCents }, { by: scope.userId, now })
    else await removeTerms(trx, customerId)
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'set_terms',
      subject: customerId,
      detail: {
        netDays,
        period: terms.period,
        creditLimitCents,
        beforeNetDays: before?.netDays ?? 0,
        beforeCreditLimitCents: before?.creditLimitCents ?? 0,
      },
    })
  })
}
