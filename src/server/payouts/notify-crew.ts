/** The notices of a payout to its crew: by mail, in the app and on its devices, once for each time it happens. */
import { cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyBesideMail, type PayoutNews, payoutTexts } from '../notices/notify-of-money.ts'
import { findPayee } from '../payout-accounts/account-queries.ts'
import { enqueue } from '../tasks/queue.ts'
import type { LockedPayout } from './payout-queries.ts'
import { payoutMails } from './texts.ts'

export async function notifyCrew(
  app: App,
  trx: Db,
  payout: LockedPayout,
  news: PayoutNews,
  now: Instant,
): Promise<void> {
  const crew = await findPayee(trx, payout.crew_id)
  const path = pageOf(payout, news, crew.type)
  const mail = payoutMails[crew.locale][news](
    crew.name,
    formatCents(cents(payout.amount_cents)),
    `${app.config.http.origin}${path}`,
  )
  const key = `payout-${news}:${payout.id}:${payout.bank_number}`
  await enqueue(trx, 'send_mail', { key, to: crew.email, userId: crew.id, ...mail }, { now })
  await notifyBesideMail(trx, {
    to: crew.id,
    event: 'payout',
    key,
    texts: payoutTexts(payout.amount_cents, news),
    url: path,
    now,
  })
}

/** Where commissions that are sent by themselves are seen; what is to be mended is mended with the account. */
function pageOf({ id, kind }: LockedPayout, news: PayoutNews, type: string): string {
  const path = PAGES[news](id)
  if (kind !== 'commission' || path === '/stripe-connect') return path
  return type === 'Crew' ? '/crew-commissions' : '/customer-commissions'
}

/** Where the crew sees more, or can mend it. */
const PAGES: Readonly<Record<PayoutNews, (payoutId: string) => string>> = {
  paid: (payoutId) => `/account/payments/${payoutId}`,
  delayed: () => '/crew-payments',
  returned: () => '/stripe-connect',
  held: () => '/stripe-connect',
  failed: () => '/stripe-connect',
}
