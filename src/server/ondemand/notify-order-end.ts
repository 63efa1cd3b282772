/** Notices to customers and crews when an order ends otherwise than by its work. */
import type { OnDemandOrderId, UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { CancellationTerms } from '#domain/ondemand/cancellation.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { type NoticeTexts, notify } from '../notices/notify.ts'
import { findOrderNames, type Order, readOrderEnd } from './order-queries.ts'
import { orderTexts } from './texts.ts'

type End = 'nobody_found' | 'missed' | 'no_access' | 'cancelled'

/** Notifies the customer of how the order ended, once; not of an order that goes on or is done. */
export async function notifyOrderEnd(db: Db, orderId: OnDemandOrderId, now: Instant): Promise<void> {
  const row = await readOrderEnd(db, orderId)
  if (!isEnd(row.state)) return
  const details = {
    name_en: row.name_en,
    name_es: row.name_es,
    feeCents: row.total_cents ?? 0,
    creditCents: row.credit_cents,
  }
  await notify(db, {
    to: row.customer_id,
    event: 'on_demand',
    key: `order:${orderId}:${row.state}`,
    texts: textsOf(row.state, details),
    url: `/ondemand?order=${orderId}`,
    now,
  })
}

function isEnd(state: string): state is End {
  return ['nobody_found', 'missed', 'no_access', 'cancelled'].includes(state)
}

type Details = { readonly name_en: string; readonly name_es: string; feeCents: number; creditCents: number }

function textsOf(end: End, details: Details): NoticeTexts {
  const fee = details.feeCents > 0 ? formatCents(cents(details.feeCents)) : null
  const credit = formatCents(cents(details.creditCents))
  return inEachLanguage((language) =>
    orderTexts[language][end]({ service: nameIn(language, details), fee, credit }),
  )
}

/** The crew that loses the work is notified at once, with its part of the fee. */
export async function notifyCrewOfCancellation(
  db: Db,
  { order, crewId, terms, now }: { order: Order; crewId: UserId; terms: CancellationTerms; now: Instant },
): Promise<void> {
  const place = await findOrderNames(db, order)
  const share = terms.crewShareCents > 0 ? formatCents(terms.crewShareCents) : null
  await notify(db, {
    to: crewId,
    event: 'job_changed',
    key: `order:${order.id}:cancelled`,
    texts: inEachLanguage((language) =>
      orderTexts[language].cancelledForCrew(nameIn(language, place), place.name, share),
    ),
    url: '/',
    now,
    isUrgent: true,
  })
}
