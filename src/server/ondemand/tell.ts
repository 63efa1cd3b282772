/** What customers and crews are told when an order ends otherwise than by its work. */
import type { UserId } from '#domain/ids.ts'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { CancellationTerms } from '#domain/ondemand/cancellation.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type NoticeWords, notify } from '../notices/notify.ts'
import type { Order } from './orders.ts'

type End = 'nobody_found' | 'missed' | 'no_access' | 'cancelled'

/** Tells the customer how the order ended, once; an order that goes on or is done tells nothing. */
export async function tellOrderEnd(app: App, db: Db, orderId: string, now: Instant): Promise<void> {
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
    en: row.name_en,
    es: row.name_es,
    feeCents: row.total_cents ?? 0,
    creditCents: row.credit_cents,
  }
  await notify(app, db, {
    to: row.customer_id as UserId,
    event: 'on_demand',
    key: `order:${orderId}:${row.state}`,
    words: wordsOf(row.state, told),
    url: `/ondemand?order=${orderId}`,
    now,
  })
}

/** The crew that loses the work hears it at once, with its part of the fee. */
export async function tellCrewOfCancellation(
  app: App,
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
  await notify(app, db, {
    to: crewId,
    event: 'job_changed',
    key: `order:${order.id}:cancelled`,
    words: {
      en: {
        title: `Cancelled: ${place.name_en}, ${place.name}`,
        text: `The customer called the job off. Please do not go there.${share === null ? '' : ` You get ${share} for it.`}`,
      },
      es: {
        title: `Cancelado: ${place.name_es}, ${place.name}`,
        text: `El cliente canceló el trabajo. No vayas.${share === null ? '' : ` Recibes ${share} por él.`}`,
      },
    },
    url: '/',
    now,
    isUrgent: true,
  })
}

function isEnd(state: string): state is End {
  return ['nobody_found', 'missed', 'no_access', 'cancelled'].includes(state)
}

type Told = { en: string; es: string; feeCents: number; creditCents: number }

function wordsOf(end: End, told: Told): NoticeWords {
  const fee = formatCents(told.feeCents as Cents)
  const credit = formatCents(cents(told.creditCents))
  const words: Record<End, NoticeWords> = {
    nobody_found: {
      en: {
        title: `We found nobody for ${told.en}`,
        text: 'We are sorry. Your card is not charged, and the hold on it is let go. Try another time?',
      },
      es: {
        title: `No encontramos a nadie: ${told.es}`,
        text: 'Lo sentimos. No cobramos nada y liberamos la retención de tu tarjeta. ¿Probamos otro horario?',
      },
    },
    missed: {
      en: {
        title: `Nobody came for ${told.en}`,
        text: `We are sorry. You pay nothing, and ${credit} is off your next bill.`,
      },
      es: {
        title: `Nadie llegó: ${told.es}`,
        text: `Lo sentimos. No pagas nada y descontamos ${credit} de tu próxima cuenta.`,
      },
    },
    no_access: {
      en: {
        title: `The crew could not get in: ${told.en}`,
        text: told.feeCents > 0 ? `Coming in vain costs ${fee}.` : 'Your card is not charged.',
      },
      es: {
        title: `El equipo no pudo entrar: ${told.es}`,
        text: told.feeCents > 0 ? `La visita en vano cuesta ${fee}.` : 'No cobramos nada a tu tarjeta.',
      },
    },
    cancelled: {
      en: { title: `Cancelled: ${told.en}`, text: 'Your order was called off. Your card is not charged.' },
      es: { title: `Cancelado: ${told.es}`, text: 'Tu pedido se canceló. No cobramos nada a tu tarjeta.' },
    },
  }
  return words[end]
}
