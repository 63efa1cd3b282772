/** Statements of the partner Recyclops: an operator imports them, crews are paid by them. */
import { z } from 'zod'
import type { PartnerLineId, PartnerPaymentId, PartnerStatementId, PayoutId, UserId } from '#domain/ids.ts'
import { MAX_IMPORT_COLUMNS } from '#domain/imports/columns.ts'
import { PARTNER_FIELDS } from '#domain/partners/columns.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, line, moment } from './shapes.ts'

export const STATEMENT_LIMIT_BYTES = 2 * 1024 * 1024
const STATEMENT_TYPES = [
  'text/csv',
  'application/vnd.ms-excel',
  'text/plain',
  'application/octet-stream',
] as const

/** Field → index of its column in the header. */
export const partnerMapping = z.partialRecord(
  z.enum(PARTNER_FIELDS),
  z
    .int()
    .min(0)
    .max(MAX_IMPORT_COLUMNS - 1),
)

const crew = z.object({ id: id<UserId>(), name: z.string() })
const paidCents = z
  .int(says('wholeCents'))
  .min(1, says('amountAboveZero'))
  .max(100_000_000, says('moreThanAnyPayment'))
const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }
const statementId = id<PartnerStatementId>()

/** `waiting`: earned, and held for the days of risk; without a crew (`unmatched`) it waits for an operator. */
const earnedState = z.enum(['waiting', 'available', 'sent', 'inBank'])
const lineState = z.enum(['unmatched', ...earnedState.options])

const summary = z.object({
  id: statementId,
  fileName: z.string(),
  uploadedBy: z.string(),
  uploadedAt: moment,
  /** Null while nothing of it counts. */
  confirmedBy: z.string().nullable(),
  confirmedAt: moment.nullable(),
  /** From the first day to the last of its lines. */
  periodStart: day.nullable(),
  periodEnd: day.nullable(),
  rowCount: z.int(),
  lineCount: z.int(),
  totalCents: amountCents,
  unmatchedCount: z.int(),
  unmatchedCents: amountCents,
  repeatedLines: z.int(),
  refusedRows: z.int(),
  /** What Recyclops has paid of it by now. */
  paidCents: amountCents,
})

const left = z.object({ paidCents: amountCents, owedCents: amountCents })

const crewOfPartner = z.object({
  /** As the partner names it: its id, address or phone, by which an operator's choice is kept. */
  crewRef: z.string(),
  name: z.string().nullable(),
  /** Its id, e-mail and phone, whichever are there. */
  identities: z.array(z.string()),
  lineCount: z.int(),
  stops: z.int(),
  amountCents,
  crew: crew.nullable(),
  matchedBy: z.enum(['operator', 'email', 'phone']).nullable(),
})

export const partners = defineEndpoints({
  'POST /api/upload-partner-statement': {
    access: 'operator',
    capability: 'money',
    summary:
      'Takes in a statement as a CSV file. The same file again answers the statement that it was before.',
    query: z.object({ fileName: line(200).default('statement.csv') }),
    takesFile: { maximumBytes: STATEMENT_LIMIT_BYTES, types: STATEMENT_TYPES },
    reply: z.object({ statementId, isKnown: z.boolean(), isConfirmed: z.boolean() }),
    callsPerMinute: 30,
  },
  'POST /api/preview-partner-statement': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'What a statement would add by a choice of columns: lines, crews, totals, and what is wrong in which row.',
    body: z.strictObject({ statementId, mapping: partnerMapping.optional() }),
    reply: z.object({
      fileName: z.string(),
      header: z.array(z.string()),
      firstRow: z.array(z.string()),
      /** As asked for; else the guess. */
      mapping: partnerMapping,
      rowCount: z.int(),
      /** Why nothing can be read with these columns; null where it can. */
      columnsRefused: z.string().nullable(),
      lineCount: z.int(),
      totalCents: amountCents,
      stops: z.int(),
      unmatchedCount: z.int(),
      unmatchedCents: amountCents,
      repeatedLines: z.int(),
      refusedRows: z.int(),
      /** One sentence for each fault, at most 200. */
      faults: z.array(z.string()),
      /** Those without a crew of ours first, at most 500. */
      crews: z.array(crewOfPartner),
      /** The first 50. */
      lines: z.array(
        z.object({
          rowNumber: z.int(),
          periodStart: day,
          periodEnd: day,
          lineId: z.string(),
          partnerName: z.string(),
          crewName: z.string().nullable(),
          stops: z.int().nullable(),
          amountCents,
        }),
      ),
    }),
  },
  'POST /api/confirm-partner-statement': {
    access: 'operator',
    capability: 'money',
    summary: 'Makes the lines of a statement the earnings of crews; refused where it is not what was seen.',
    body: z.strictObject({
      statementId,
      mapping: partnerMapping,
      /** As the preview said. */
      lineCount: z.int().min(0),
      totalCents: amountCents,
    }),
    reply: z.object({ lineCount: z.int(), totalCents: amountCents, unmatchedCount: z.int() }),
  },
  'POST /api/discard-partner-statement': {
    access: 'operator',
    capability: 'money',
    summary: 'Throws away a statement that was not confirmed.',
    body: z.strictObject({ statementId }),
    reply: z.object({ ok: z.literal(true) }),
  },
  'POST /api/match-partner-crew': {
    access: 'operator',
    capability: 'money',
    summary: 'Says who is meant by a partner’s name for a crew, for good: what waits for it is earned.',
    body: z.strictObject({ crewRef: line(220), crewId: id<UserId>() }),
    reply: z.object({ earnedCount: z.int(), earnedCents: amountCents }),
  },
  'POST /api/move-partner-line': {
    access: 'operator',
    capability: 'money',
    summary: 'Gives a line that was not paid out to another crew.',
    body: z.strictObject({ lineId: id<PartnerLineId>(), crewId: id<UserId>() }),
    reply: z.object({ ok: z.literal(true) }),
  },
  'POST /api/record-partner-payment': {
    access: 'operator',
    capability: 'money',
    summary:
      'Records money that the partner paid for a statement, whole or in part. The same reference again adds nothing.',
    body: z.strictObject({ statementId, amountCents: paidCents, paidOn: day, reference: line(80) }),
    reply: left,
    isShedLast: true,
  },
  'POST /api/void-partner-payment': {
    access: 'operator',
    capability: 'money',
    summary: 'Takes a payment back that was recorded by mistake.',
    body: z.strictObject({ paymentId: id<PartnerPaymentId>() }),
    reply: left,
    isShedLast: true,
  },
  'GET /api/partner-statements': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Statements, newest first, with their totals and who imported them.',
    query: z.object(page),
    reply: z.object({
      statements: z.array(summary),
      nextCursor: z.string().nullable(),
      /** Of all statements together. */
      owedCents: amountCents,
      /** Lines of any statement that wait for somebody to say whose they are. */
      unmatched: z.array(crewOfPartner),
    }),
  },
  'GET /api/partner-statement': {
    access: 'operator',
    capability: 'see_money',
    summary: 'One statement with its lines, and what was wrong with the rows that were not taken.',
    query: z.object({ id: statementId, ...page }),
    reply: summary.extend({
      /** What was paid of it, newest first, at most 100. */
      payments: z.array(
        z.object({
          id: id<PartnerPaymentId>(),
          amountCents,
          paidOn: day,
          reference: z.string(),
          recordedBy: z.string(),
          recordedAt: moment,
          voidedBy: z.string().nullable(),
          voidedAt: moment.nullable(),
        }),
      ),
      faults: z.array(z.string()),
      lines: z.array(
        z.object({
          id: id<PartnerLineId>(),
          rowNumber: z.int(),
          periodStart: day,
          periodEnd: day,
          lineId: z.string(),
          crewRef: z.string(),
          partnerName: z.string(),
          crew: crew.nullable(),
          stops: z.int().nullable(),
          amountCents,
          state: lineState,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/partner-payouts': {
    access: 'crew',
    summary: 'What a crew earned with Recyclops: period, stops, amount, and where the money is.',
    query: z.object(page),
    reply: z.object({
      waitingCents: amountCents,
      availableCents: amountCents,
      sentCents: amountCents,
      inBankCents: amountCents,
      lines: z.array(
        z.object({
          id: id<PartnerLineId>(),
          periodStart: day,
          periodEnd: day,
          lineId: z.string(),
          stops: z.int().nullable(),
          amountCents,
          state: earnedState,
          /** When it can be paid out. */
          availableAt: moment,
          payoutId: id<PayoutId>().nullable(),
          paidAt: moment.nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
})
