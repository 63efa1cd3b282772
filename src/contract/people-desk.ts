/** One person as the operators of the market see it: who it is, what it has, owes and did, and what they can do for it. */
import { z } from 'zod'
import type { PaymentId, PersonNoteId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, done, email, id, line, mergedAccount, moment, notes } from './shapes.ts'

const nextVisit = z
  .object({
    id: id<VisitId>(),
    propertyName: z.string(),
    serviceKey: z.string(),
    startsAt: moment,
    timeZone: z.string(),
    /** The whole day rather than a window of hours. */
    isAnytime: z.boolean(),
  })
  .nullable()

/** What of a person's a note can be about. */
export const NOTED_KINDS = ['visit', 'place', 'complex', 'job', 'payment', 'payout'] as const

/** One of the person's own things; its id is of no kind that is known here. */
const about = z.strictObject({ kind: z.enum(NOTED_KINDS), id: z.uuid() })

const page = z.object({ id: id<UserId>(), cursor: cursor.optional() })

export const peopleDesk = defineEndpoints({
  'GET /api/person': {
    access: 'operator',
    capability: 'see',
    summary: 'A person of the market with what an operator needs at hand when it calls.',
    query: z.object({ id: id<UserId>() }),
    reply: z.object({
      id: id<UserId>(),
      type: z.enum(['Crew', 'Customer', 'Operator']),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      locale: z.enum(LANGUAGES),
      timeZone: z.string(),
      createdAt: moment,
      /** Null where it is signed in nowhere. */
      lastSeenAt: moment.nullable(),
      devices: z.int(),
      frozenUntil: moment.nullable(),
      frozenNotes: z.string().nullable(),
      sponsor: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
      /** The account that it was merged into; nothing is done for it any more. */
      mergedInto: mergedAccount.nullable(),
      /** Accounts that were merged into it, the latest first. */
      mergedFrom: z.array(mergedAccount),
      nextVisit,
      /** Null for others than customers. */
      customer: z
        .object({
          places: z.int(),
          weeklyJobs: z.int(),
          /** On payments and on invoices. */
          owedCents: amountCents,
          declines: z.int(),
          creditCents: amountCents,
          method: z.object({ brand: z.string(), last4: z.string() }).nullable(),
          isOnTerms: z.boolean(),
        })
        .nullable(),
      /** Null for others than crews. */
      crew: z
        .object({
          weeklyStops: z.int(),
          doneInFourWeeks: z.int(),
          /** From 0 to 1; null without history. */
          reliability: z.number().nullable(),
          rating: z.object({ stars: z.number().nullable(), count: z.int() }).nullable(),
          unpaidCents: amountCents,
          payoutAccount: z.enum(['none', 'pending', 'ready', 'restricted']),
          services: z.array(z.string()),
          vehicle: z.string(),
        })
        .nullable(),
    }),
  },
  'GET /api/person-visits': {
    access: 'operator',
    capability: 'see',
    summary:
      'Visits of a customer or a crew: those that come, soonest first, or those that were, latest first.',
    query: page.extend({
      when: z.enum(['coming', 'past']),
      /** Of a customer's visits only those of one place, or of one weekly job. */
      propertyId: id<PropertyId>().optional(),
      weeklyJobId: id<WeeklyJobId>().optional(),
    }),
    reply: z.object({
      visits: z.array(
        z.object({
          id: id<VisitId>(),
          propertyName: z.string(),
          serviceKey: z.string(),
          quantity: z.int(),
          startsAt: moment,
          timeZone: z.string(),
          isAnytime: z.boolean(),
          state: z.enum(VISIT_STATES),
          isFlagged: z.boolean(),
          /** Of a customer's visit its crew, of a crew's its customer. */
          other: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/person-places': {
    access: 'operator',
    capability: 'see',
    summary: 'The places of a customer by name, with how many weekly jobs each has.',
    query: page,
    reply: z.object({
      places: z.array(
        z.object({
          id: id<PropertyId>(),
          name: z.string(),
          address: z.string().nullable(),
          timeZone: z.string(),
          weeklyJobs: z.int(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/person-money': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What a customer was charged or a crew was sent, latest first.',
    query: page,
    reply: z.object({
      rows: z.array(
        z.object({
          /** Of a payment, whose receipt it opens; null for payouts. */
          paymentId: id<PaymentId>().nullable(),
          key: z.string(),
          number: z.string(),
          kind: z.string(),
          state: z.string(),
          amountCents,
          refundedCents: amountCents,
          periodStart: day,
          periodEnd: day,
          createdAt: moment,
          trouble: z.string().nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/person-notes': {
    access: 'operator',
    capability: 'see',
    summary: 'What operators wrote about a person, or one of its things, for each other, latest first.',
    query: page.extend({ aboutId: z.uuid().optional() }),
    reply: z.object({
      notes: z.array(
        z.object({
          id: id<PersonNoteId>(),
          text: z.string(),
          authorName: z.string(),
          createdAt: moment,
          about: about.nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'POST /api/add-person-note': {
    access: 'operator',
    capability: 'support',
    summary: 'Writes something about a person that only operators read.',
    body: z.strictObject({
      id: id<UserId>(),
      text: notes(2000).min(1, says('writeSomething')),
      about: about.optional(),
    }),
    reply: z.object({ id: id<PersonNoteId>() }),
  },
  'POST /api/remove-person-note': {
    access: 'operator',
    capability: 'support',
    summary: 'Takes a note away; the log keeps that it was there.',
    body: z.strictObject({ noteId: id<PersonNoteId>() }),
    reply: done,
  },
  'POST /api/correct-person': {
    access: 'operator',
    capability: 'support',
    needsFreshPassword: true,
    summary:
      'Corrects a name, phone, mail address or language; the person is notified, at the old address too, and the log has both.',
    body: z.strictObject({
      id: id<UserId>(),
      name: line(100),
      phone: z.string().trim().max(40),
      /** Empty only for who has none, as a guest that booked by phone. */
      email: z.union([z.literal(''), email]),
      locale: z.enum(LANGUAGES),
      /** What was read; somebody else’s change since then is not written over. */
      was: z
        .strictObject({
          name: z.string(),
          phone: z.string().nullable(),
          email: z.string(),
          locale: z.enum(LANGUAGES),
        })
        .optional(),
      /** Why, for the log. */
      reason: line(300),
    }),
    reply: done,
  },
  'POST /api/mail-sign-in-link': {
    access: 'operator',
    capability: 'support',
    summary: 'Mails the person a link that signs it in, to the address of its account.',
    body: z.strictObject({ id: id<UserId>() }),
    reply: done,
  },
  'POST /api/message-person': {
    access: 'operator',
    capability: 'support',
    summary: 'Writes a person in the name of the house, on the channels that it chose.',
    body: z.strictObject({ id: id<UserId>(), text: notes(1000).min(1, says('writeSomething')) }),
    reply: done,
    callsPerMinute: 20,
  },
  'POST /api/end-person-sessions': {
    access: 'operator',
    capability: 'support',
    summary: 'Signs a person out everywhere, as after a lost phone.',
    body: z.strictObject({ id: id<UserId>(), reason: line(300) }),
    reply: done,
  },
})
