/** What customers and crews are told when an order ends otherwise than by its work. */

import type { OnDemandOrderId, UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { CancellationTerms } from '#domain/ondemand/cancellation.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { type NoticeTexts, notify } from '../notices/notify.ts'
import type { Order } from './orders.ts'
import { orderTexts } from './texts.ts'

type End = 'nobody_found' | 'missed' | 'no_access' | 'cancelled'

/** Tells the customer how the order ended, once; an order that goes on or is done tells nothing. */
export async function tellOrderEnd(db: Db, orderId: OnDemandOrderId, now: Instant): Promise<void> {
  const row = await db
    .selectFrom('on_demand_order')
    .innerJoin('service', 'service.key', 'on_demand_order.service_key')
    .leftJoin('payment', 'payment.id', 'on_demand_order.payment_id')
    .where('on_demand_order.id', '=', orderId)
    .select([
      'on_demand_order.customer_id',
      'on_demand_order.state',
      'on_demand_order.credit_cents',
      'payment.total_cents',
      'service.name_en',
      'service.name_es',
    ])
    .executeTakeFirstOrThrow()
  if (!isEnd(row.state)) return
  const told = {
    name_en: row.name_en,
    name_es: row.name_es,
    feeCents: row.total_cents ?? 0,
    creditCents: row.credit_cents,
  }
  await notify(db, {
    to: row.customer_id,
    event: 'on_demand',
    key: `order:${orderId}:${row.state}`,
    texts: wordsOf(row.state, told),
    url: `/ondemand?order=${orderId}`,
    now,
  })
}

/** The crew that loses the work hears it at once, with its part of the fee. */
export async function tellCrewOfCancellation(
  db: Db,
  { order, crewId, terms, now }: { order: Order; crewId: UserId; terms: CancellationTerms; now: Instant },
): Promise<void> {
  const place = await db
    .selectFrom('property')
    .innerJoin('service', (join) => join.on('service.key', '=', order.serviceKey))
    .where('property.id', '=', order.propertyId)
    .select(['property.name', 'service.name_en', 'service.name_es'])
    .executeTakeFirstOrThrow()
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

function isEnd(state: string): state is End {
  return ['nobody_found', 'missed', 'no_access', 'cancelled'].includes(state)
}

type Told = { readonly name_en: string; readonly name_es: string; feeCents: number; creditCents: number }

function wordsOf(end: End, told: Told): NoticeTexts {
  const fee = told.feeCents > 0 ? formatCents(cents(told.feeCents)) : null
  const credit = formatCents(cents(told.creditCents))
  return inEachLanguage((language) =>
    orderTexts[language][end]({ service: nameIn(language, told), fee, credit }),
  )
}
