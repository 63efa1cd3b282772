/** A crew's tax year: what it was paid, by what, and its form; and the operator's forms of a year. */
import { z } from 'zod'
import type { UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, done, id, mergedAccount, moment } from './shapes.ts'

const year = z.coerce.number().int().min(2020).max(2100)

/** Before the fees of payouts at once. */
const paid = z.object({
  weekly: amountCents,
  on_demand: amountCents,
  tips: amountCents,
  commission: amountCents,
  partner: amountCents,
})

const rule = {
  formType: z.enum(['nec', 'k', 'none']),
  thresholdCents: amountCents,
  /** The year whose threshold is used: an earlier one where none was set for the year itself. */
  thresholdYear: z.int(),
  /** Form K asks for more payments for work than this, too; null where their number does not matter. */
  thresholdCount: z.int().nullable(),
  /** Whether the threshold is the one that Crew comes with, or one that an operator set. */
  isByDefault: z.boolean(),
}

const w9 = z.enum(['missing', 'incomplete', 'complete'])
const state = z.enum(['none', 'in_preparation', 'ready', 'sent'])
const years = z.array(z.int())

export const taxForms = defineEndpoints({
  'GET /api/tax-year': {
    access: 'crew',
    summary: 'What this crew was paid in a year, by the day of payment, and how far its tax form has come.',
    /** `account`: of an account that was merged into this one; each has its own forms. */
    query: z.object({ year: year.optional(), account: id<UserId>().optional() }),
    reply: z.object({
      /** Whose year it is; null for its own. */
      account: mergedAccount.nullable(),
      accounts: z.array(mergedAccount),
      year: z.int(),
      years,
      /** By whose clock the year begins and ends. */
      zone: z.string(),
      isOver: z.boolean(),
      ...rule,
      /** Where the threshold comes from, in the reader's language. */
      source: z.string(),
      paid,
      paidCents: amountCents,
      /** Paid visits, tips and work for partners. */
      transactionCount: z.int(),
      feeCents: amountCents,
      receivedCents: amountCents,
      payoutCount: z.int(),
      /** Those in which something was paid. */
      months: z.array(
        z.object({
          month: z.string(),
          paid,
          paidCents: amountCents,
          feeCents: amountCents,
          receivedCents: amountCents,
          payoutCount: z.int(),
        }),
      ),
      w9,
      state,
      sentAt: moment.nullable(),
      /** `sentence` is what is agreed to in this version, in the reader's language. */
      consent: z.object({
        version: z.int(),
        sentence: z.string(),
        isGiven: z.boolean(),
        at: moment.nullable(),
      }),
    }),
  },
  'GET /api/tax-year-csv': {
    access: 'crew',
    summary: 'The year as a table for a spreadsheet, a row per payout and one with the sums.',
    query: z.object({ year, account: id<UserId>().optional() }),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/tax-year-pdf': {
    access: 'crew',
    summary: 'The year on paper, with the same numbers.',
    query: z.object({ year, account: id<UserId>().optional() }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 20,
  },
  'POST /api/set-tax-consent': {
    access: 'crew',
    summary: 'Agrees to get tax forms by download, in the words of a version, or takes that back.',
    body: z.strictObject({ isGiven: z.boolean(), version: z.int().min(1).max(1_000) }),
    reply: done,
  },
  'GET /api/tax-forms': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Crews of the market that get a form for a year, what was paid most first, a page at a time.',
    query: z.object({
      year: year.optional(),
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      year: z.int(),
      years,
      isOver: z.boolean(),
      ...rule,
      forms: z.array(
        z.object({
          crewId: id<UserId>(),
          crewName: z.string(),
          /** By what name the crew goes on, where this account was merged into another. */
          mergedInto: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
          paid,
          paidCents: amountCents,
          transactionCount: z.int(),
          feeCents: amountCents,
          w9,
          hasConsent: z.boolean(),
          /** When it was last told what its form lacks. */
          remindedAt: moment.nullable(),
          state,
          sentAt: moment.nullable(),
          sentCents: amountCents.nullable(),
          /** What was sent says another amount than was paid in the end. */
          isWrong: z.boolean(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/tax-forms-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The year’s file: every crew from the threshold on, by channel, with what is missing.',
    query: z.object({ year }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 20,
  },
  'POST /api/remind-tax-form': {
    access: 'operator',
    capability: 'money',
    summary: 'Mails a crew what its form of a year lacks: the W-9 or its consent; once in seven days.',
    body: z.strictObject({ year: z.int().min(2020).max(2100), crewId: id<UserId>() }),
    reply: done,
  },
  'POST /api/mark-tax-forms': {
    access: 'operator',
    capability: 'money',
    summary: 'Says that forms of a year were sent, or that they were not.',
    body: z.strictObject({
      year: z.int().min(2020).max(2100),
      crewIds: z.array(id<UserId>()).min(1).max(100),
      isSent: z.boolean(),
    }),
    reply: done,
  },
})
