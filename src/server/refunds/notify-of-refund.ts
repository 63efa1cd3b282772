/** A refund that the provider could not pay after all: whoever waits for it is notified, and the operators. */
import { inEachLanguage } from '#domain/language.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notify, notifyAll } from '../notices/notify.ts'
import { readPayer } from '../payments/payment-queries.ts'
import { findOperatorIds } from '../users/queries.ts'
import type { RefundRow } from './refund-queries.ts'
import { refundTexts } from './texts.ts'

export async function notifyOfFailedRefund(app: App, db: Db, refund: RefundRow, now: Instant): Promise<void> {
  app.log.error({ refundId: refund.id, code: 'refund_failed' }, 'a refund failed at the provider')
  const amount = formatCents(cents(refund.amount_cents))
  const customer = await readPayer(db, refund.customer_id)
  const notice = { event: 'payment', key: `refund-failed:${refund.id}`, now } as const
  if (!refund.is_from_provider)
    await notify(db, {
      ...notice,
      to: customer.id,
      texts: inEachLanguage((language) => refundTexts[language].failed(amount)),
      url: `/account/payments/${refund.payment_id}`,
    })
  const operators = await findOperatorIds(db, customer.market_id)
  const texts = inEachLanguage((language) => refundTexts[language].failedForOperator(customer.name, amount))
  await notifyAll(
    db,
    operators.map((to) => ({ ...notice, to, texts, url: '/operator/failed-refunds' })),
  )
}
