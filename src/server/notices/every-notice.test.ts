/**
 * Every notice that people can get, in both languages, with the data of an ordinary day: no value is missing, no
 * placeholder or key is left, and the Spanish is Spanish. An event without a notice here does not compile.
 */

import { describe, expect, test } from 'vitest'
import type { VisitId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import { dayText, longDayText, momentText, timeText } from '#domain/notifications/clock-texts.ts'
import { NOTIFICATION_EVENTS, type NotificationEvent } from '#domain/notifications/events.ts'
import { gsmLength, inGsmAlphabet, smsText } from '#domain/notifications/sms-text.ts'
import { ACCESS_REASONS } from '#domain/pricing/call-out.ts'
import { HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { chargebackTexts } from '#server/chargebacks/texts.ts'
import { invoiceTexts } from '#server/invoices/texts.ts'
import { refundTexts } from '#server/refunds/texts.ts'
import { assignmentTexts } from '../assignments/texts.ts'
import { checklistTexts } from '../checklists/texts.ts'
import { correctionTexts } from '../corrections/texts.ts'
import { disputeTexts } from '../disputes/texts.ts'
import { jobTexts } from '../jobs/texts.ts'
import { lateCompletionTexts } from '../late-completions/texts.ts'
import { messageTexts } from '../messages/texts.ts'
import { offerTexts } from '../offers/texts.ts'
import { orderTexts } from '../ondemand/texts.ts'
import { priceDeskTexts } from '../price-desk/texts.ts'
import { ratingTexts } from '../ratings/texts.ts'
import { reconcileTexts } from '../reconcile/texts.ts'
import { salesTaxTexts } from '../sales-tax/texts.ts'
import { pushedTexts, undoneTexts } from '../schedule/texts.ts'
import {
  answeredTexts,
  arrivedTexts,
  cannotAccessTexts,
  endedTexts,
  extraAnsweredTexts,
  extraTexts,
  lateTexts,
  onTheWayTexts,
  unsafeTexts,
} from '../today/act-texts.ts'
import { visitTexts } from '../visits/texts.ts'
import { workTexts } from '../work/texts.ts'
import type { NoticeTexts } from './notify.ts'
import {
  confirmTexts,
  declinedTexts,
  payoutTexts,
  receiptTexts,
  servicePauseTexts,
} from './notify-of-money.ts'
import { reminderTexts } from './reminder-texts.ts'
import { noticeTexts } from './texts.ts'

const ZONE = 'America/Denver'
const at = parseInstant('2026-03-02T21:15:00Z')
const date = localDate('2026-03-02')
const place = '412 Elm St'
const amountCents = cents(4_550)
const amount = '$45.50'
const service = { en: 'Trash bins', es: 'Botes de basura' }
const visitId = '7d9c2f6e-5f0b-4b86-9c1e-0d2f4b1a7a11' as VisitId
const about = {
  crew_name: 'Rosa Marin',
  name_en: service.en,
  name_es: service.es,
  place_name: place,
  time_zone: ZONE,
}

/** Each shape of each event's notice: one and many, with and without what may be missing. */
const NOTICES: Readonly<Record<NotificationEvent, readonly NoticeTexts[]>> = {
  offer: [
    ...[null, 'Park Hill'].map((neighbourhood) =>
      inEachLanguage((language) =>
        offerTexts[language].offer({
          service: service[language],
          neighbourhood,
          pay: amount,
          day: longDayText(date, language),
          until: timeText(at, ZONE, language),
        }),
      ),
    ),
    inEachLanguage((language) => offerTexts[language].offers(3, amount)),
  ],
  confirm_week: [1, 7].flatMap((count) => [
    inEachLanguage((language) =>
      assignmentTexts[language].confirmWeek(count, momentText(at, ZONE, language)),
    ),
    inEachLanguage((language) => assignmentTexts[language].lapsed(count, longDayText(date, language))),
  ]),
  job_changed: [
    ...keysOf(jobTexts.en).map((key) => inEachLanguage((language) => jobTexts[language][key])),
    inEachLanguage((language) => offerTexts[language].assigned(visitIn(language))),
    ...[null, amount].map((share) =>
      inEachLanguage((language) => orderTexts[language].cancelledForCrew(service[language], place, share)),
    ),
    ...(['accept', 'dismiss'] as const).map((step) =>
      inEachLanguage((language) => lateCompletionTexts[language][step]('')),
    ),
    inEachLanguage((language) =>
      priceDeskTexts[language].changed({
        service: service[language],
        from: date,
        perWeekBefore: amountCents,
        perWeekAfter: cents(5_000),
      }),
    ),
    servicePauseTexts(true),
    servicePauseTexts(false),
  ],
  day_moved: [
    ...(['snow', 'hauler', 'other'] as const).flatMap((reason) =>
      [localDate('2026-03-03'), null].flatMap((toDate) =>
        [true, false].map((isCrew) =>
          pushedTexts(
            { date, to_date: toDate, reason, note: '' },
            { is_crew: isCrew, moved: toDate === null ? 0 : 4, skipped: 2 },
          ),
        ),
      ),
    ),
    undoneTexts({ date }),
  ],
  supply_low: [
    inEachLanguage((language) => checklistTexts[language].low({ supply: service[language], place })),
  ],
  visit_accepted: [inEachLanguage((language) => offerTexts[language].accepted('Rosa', visitIn(language)))],
  visit_unassigned: [
    ...[1, 5].map((count) =>
      inEachLanguage((language) => assignmentTexts[language].unassigned(count, longDayText(date, language))),
    ),
    inEachLanguage((language) => offerTexts[language].openVisit(visitIn(language))),
    inEachLanguage((language) => offerTexts[language].openVisits(5)),
  ],
  crew_on_the_way: [onTheWayTexts(about, at), onTheWayTexts(about, null)],
  crew_arrived: [arrivedTexts(about), arrivedTexts({ ...about, crew_name: null })],
  running_late: [lateTexts(about, at)],
  cannot_access: [
    ...ACCESS_REASONS.map((reason) => cannotAccessTexts(about, reason, at)),
    unsafeTexts(about),
    answeredTexts(about, null),
    answeredTexts(about, '4411'),
    endedTexts(about, cents(0)),
    endedTexts(about, amountCents),
  ],
  extra_work: [
    extraTexts(about, { note: inEachLanguage(() => '2 × 96 gal'), amountCents }),
    extraAnsweredTexts(about, { note: inEachLanguage(() => '2 × 96 gal'), isApproved: true }),
    extraAnsweredTexts(about, { note: inEachLanguage(() => '2 × 96 gal'), isApproved: false }),
  ],
  visit_done: [
    inEachLanguage((language) =>
      workTexts[language].done({
        crew: 'Rosa',
        service: service[language],
        place,
        time: timeText(at, ZONE, language),
      }),
    ),
  ],
  visit_missed: [1, 3].map((count) => inEachLanguage((language) => visitTexts[language].missed(count))),
  /** A mail of its own, with words of its own room. */
  daily_digest: [],
  visit_reminder: [
    reminderTexts(reminded(1, 'customer')),
    reminderTexts(reminded(3, 'customer')),
    reminderTexts(reminded(12, 'crew')),
  ],
  on_demand: (['nobody_found', 'missed', 'no_access', 'cancelled'] as const).flatMap((end) =>
    [null, amount].map((fee) =>
      inEachLanguage((language) =>
        orderTexts[language][end]({ service: service[language], fee, credit: amount }),
      ),
    ),
  ),
  message: [
    inEachLanguage((language) => {
      const { wrote, photo } = messageTexts[language]
      return { title: wrote('Rosa'), text: photo }
    }),
  ],
  rating: [
    inEachLanguage((language) => ratingTexts[language].tipped),
    inEachLanguage((language) => ratingTexts[language].ask('Rosa')),
    inEachLanguage((language) => ratingTexts[language].revealed),
  ],
  dispute: [
    ...(['reported', 'decidedForCrew', 'redo', 'decided'] as const).map((key) =>
      inEachLanguage((language) => disputeTexts[language][key]),
    ),
    inEachLanguage((language) => disputeTexts[language].refunded(amount)),
  ],
  payment: [
    declinedTexts(amountCents, true),
    declinedTexts(amountCents, false),
    confirmTexts(amountCents, true),
    confirmTexts(amountCents, false),
    receiptTexts(amountCents),
    inEachLanguage((language) => refundTexts[language].failed(amount)),
    inEachLanguage((language) => refundTexts[language].failedForOperator('Rosa', amount)),
    inEachLanguage((language) => chargebackTexts[language].opened('Rosa', amount)),
    inEachLanguage((language) => chargebackTexts[language].unknown(amount)),
    inEachLanguage((language) => chargebackTexts[language].warned('Rosa')),
    inEachLanguage((language) =>
      invoiceTexts[language].lateForOperator('Rosa', 'DENVER-2026-00012', amount, 1),
    ),
    inEachLanguage((language) =>
      invoiceTexts[language].lateForOperator('Rosa', 'DENVER-2026-00012', amount, 30),
    ),
    inEachLanguage((language) => correctionTexts[language].given(amount, '12')),
    inEachLanguage((language) => correctionTexts[language].taken(amount, '12')),
    inEachLanguage((language) => correctionTexts[language].writtenOff(amount, true)),
    inEachLanguage((language) => correctionTexts[language].writtenOff(amount, false)),
    inEachLanguage((language) => reconcileTexts[language].differs(1, amount)),
    inEachLanguage((language) => reconcileTexts[language].differs(4, amount)),
    inEachLanguage((language) => salesTaxTexts[language].asked('Rosa', '98-1')),
    inEachLanguage((language) => salesTaxTexts[language].approved('98-1', date)),
    inEachLanguage((language) => salesTaxTexts[language].refused('98-1', '12.')),
    inEachLanguage((language) => salesTaxTexts[language].ended('98-1')),
    inEachLanguage((language) => salesTaxTexts[language].expires('98-1', date)),
    inEachLanguage((language) => invoiceTexts[language].debitReturned('DENVER-2026-00012', amount)),
    inEachLanguage((language) =>
      invoiceTexts[language].returnedForOperator('Rosa', 'DENVER-2026-00012', amount),
    ),
  ],
  payout: (['paid', 'delayed', 'returned', 'held', 'failed'] as const).map((news) =>
    payoutTexts(amountCents, news),
  ),
  test_notice: [inEachLanguage((language) => noticeTexts[language].test)],
}

const LEFT_OPEN = /[{}]|undefined|null|NaN|\[object|Invalid|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*/
const UNTIDY = /^\s|\s$| {2}| [.,;!?]|\.\.|,,/m
/** What hardly an English sentence is without, and no Spanish one has. */
const ENGLISH =
  /\b(the|and|your|you|is|are|was|were|of|for|to|by|at|with|not|has|have|will|please|on|it|we|this|that|crew|visits?|jobs?|any|from|until|mon|tue|wed|thu|fri|sat|sun|monday|march|am|pm)\b/i
const SPANISH = /[áéíóúñ¿¡«»]|\b(el|la|los|las|un|una|de|del|que|en|tu|tus|se|es|por|para|con)\b/i

describe.each(NOTIFICATION_EVENTS)('a notice of %s', (event) => {
  const notices = NOTICES[event]

  test('is whole in each language', () => {
    const wrong = notices
      .flatMap(({ en, es }) => [en.title, en.text, es.title, es.text])
      .filter((text) => text === '' || LEFT_OPEN.test(text) || UNTIDY.test(text))
    expect(wrong).toEqual([])
  })

  test('is one text message of 160 characters, whole but for its title', () => {
    const link = `https://crew.example/visit/${visitId}`
    for (const notice of notices)
      for (const language of LANGUAGES) {
        const { smsEnd: end } = noticeTexts[language]
        const text = smsText({ title: notice[language].title, link, end })
        expect(gsmLength(text)).toBeLessThanOrEqual(160)
        expect(text).toContain(link)
        expect(text.endsWith(inGsmAlphabet(end))).toBe(true)
      }
  })

  test('is English for who reads English, and Spanish for who reads Spanish', () => {
    expect(notices.flatMap(({ en }) => [en.title, en.text]).filter((text) => SPANISH.test(text))).toEqual([])
    expect(notices.flatMap(({ es }) => [es.title, es.text]).filter((text) => ENGLISH.test(text))).toEqual([])
    expect(notices.filter(({ en, es }) => en.title === es.title)).toEqual([])
  })
})

function visitIn(language: Language) {
  return { service: service[language], place, day: dayText(date, language) }
}

/** Visits of an hour each, the last at any time of its day. */
function reminded(count: number, reader: 'customer' | 'crew') {
  return Array.from({ length: count }, (_, index) => ({
    visitId,
    reader,
    ownerName: null,
    date,
    startsAt: at,
    endsAt: instant(at + (index === count - 1 ? 24 : 1) * HOUR_MS),
    zone: ZONE,
    place,
    service,
  }))
}
