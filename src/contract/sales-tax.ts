/** Sales tax: customers' certificates of exemption, and what a market owes its authorities for a period. */
import { z } from 'zod'
import type { SalesTaxFilingId, TaxExemptionId, UserId } from '#domain/ids.ts'
import { CERTIFICATE_LIMIT_BYTES, STANDINGS } from '#domain/tax/exemption.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, day, done, id, line, moment } from './shapes.ts'

const exemptionId = id<TaxExemptionId>()

const exemption = z.object({
  id: exemptionId,
  number: z.string(),
  /** The state that issued it, by its two letters. */
  issuedBy: z.string(),
  startsOn: day,
  /** Its last day. */
  expiresOn: day,
  /** On this day, by the market's clock. */
  standing: z.enum(STANDINGS),
  /** The last day of one that ended before it expired. */
  endedOn: day.nullable(),
  note: z.string(),
  askedAt: moment,
  decidedAt: moment.nullable(),
})

const period = z.string().max(7)

const sums = {
  /** Sales and tax less what was refunded of them; sales are without tax. */
  taxableCents: amountCents,
  exemptCents: amountCents,
  untaxedCents: amountCents,
  collectedCents: amountCents,
  refundedCents: amountCents,
}

const parts = z.object({ state: amountCents, county: amountCents, city: amountCents, district: amountCents })

const ratesByAuthority = z.object({ state: z.int(), county: z.int(), city: z.int(), district: z.int() })

/** In basis points; a service without rates of its own is taxed by the undivided one. */
const rates = {
  byService: z.record(z.string(), ratesByAuthority),
  otherBasisPoints: z.int(),
}

const filing = z.object({
  id: id<SalesTaxFilingId>(),
  from: day,
  to: day,
  openingCents: amountCents,
  collectedCents: amountCents,
  refundedCents: amountCents,
  paidCents: amountCents,
  confirmation: z.string(),
  filedBy: z.string(),
  filedAt: moment,
})

export const salesTax = defineEndpoints({
  'GET /api/tax-exemptions': {
    access: 'customer',
    summary: 'This customer’s certificates of exemption from sales tax, newest first.',
    reply: z.object({
      exemptions: z.array(exemption),
      isExempt: z.boolean(),
      /** The last day without tax, where it is near and no later certificate was handed in. */
      replaceBy: day.nullable(),
    }),
  },
  'POST /api/add-tax-exemption': {
    access: 'customer',
    summary: 'Hands in a certificate with its file; an operator approves it before it holds.',
    query: z.object({
      number: line(60),
      issuedBy: z.string().regex(/^[A-Z]{2}$/),
      startsOn: day,
      expiresOn: day,
    }),
    takesFile: {
      maximumBytes: CERTIFICATE_LIMIT_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'application/pdf'],
    },
    reply: z.object({ exemptionId }),
    callsPerMinute: 20,
  },
  'POST /api/withdraw-tax-exemption': {
    access: 'customer',
    summary: 'Takes a certificate back; one that holds ends today.',
    body: z.strictObject({ exemptionId }),
    reply: done,
  },
  'GET /api/tax-exemption-file': {
    access: 'any',
    summary: 'The file of a certificate, for its customer and the operators of its market.',
    query: z.object({ exemptionId }),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/customer-tax-exemptions': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Certificates of the market’s customers: those that wait, oldest first, or those decided.',
    query: z.object({
      shown: z.enum(['asked', 'decided']).default('asked'),
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      exemptions: z.array(
        exemption.extend({ customerId: id<UserId>(), customerName: z.string(), fileType: z.string() }),
      ),
      askedCount: z.int(),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/decide-tax-exemption': {
    access: 'operator',
    capability: 'money',
    summary: 'Approves a certificate, refuses it with a reason, or ends one that holds.',
    body: z.strictObject({
      exemptionId,
      decision: z.enum(['approve', 'refuse', 'end']),
      note: z.string().trim().max(500).default(''),
    }),
    reply: done,
  },
  'GET /api/sales-tax-rates': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'What the market taxes each service by; changed by the settings salesTaxByService and salesTaxBasisPoints.',
    reply: z.object({
      marketId: z.string(),
      zone: z.string(),
      today: day,
      services: z.array(z.object({ key: z.string(), name: z.string() })),
      ...rates,
      /** The last 60, those to come first, each with what holds until then. */
      changes: z.array(
        z.object({
          from: moment,
          ...rates,
          before: z.object(rates),
          isComing: z.boolean(),
          /** Empty where nobody did it by hand. */
          writtenBy: z.string(),
        }),
      ),
    }),
  },
  'GET /api/sales-tax-report': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What the market sold, taxed and refunded in a period, by service and rate, and what it owes.',
    /** `2026`, `2026-Q3` or `2026-09`; without one, the last month or quarter, as the market files. */
    query: z.object({ period: period.optional() }),
    reply: z.object({
      period,
      from: day,
      to: day,
      zone: z.string(),
      isOver: z.boolean(),
      ...sums,
      parts,
      /** Of rates that are not divided by authority. */
      undividedCents: amountCents,
      /** Left open before the period; negative where more was paid than is owed. */
      openingCents: amountCents,
      /** Filed and paid for shorter periods that lie in this one: off what is due. */
      paidWithinCents: amountCents,
      dueCents: amountCents,
      toPayCents: amountCents,
      lines: z.array(
        z.object({
          serviceKey: z.string(),
          serviceName: z.string(),
          /** Null where the rate is not divided. */
          rates: ratesByAuthority.nullable(),
          ...sums,
          parts,
          undividedCents: amountCents,
        }),
      ),
      /** The one that covers this period. */
      filing: filing.nullable(),
      /** The last 24 of the market. */
      filings: z.array(filing),
    }),
  },
  'GET /api/sales-tax-report-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The report of a period as a table.',
    query: z.object({ period }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 20,
  },
  'POST /api/file-sales-tax': {
    access: 'operator',
    capability: 'money',
    summary: 'Says that a period was declared and paid, once it is over; the books pay it out of the bank.',
    body: z.strictObject({
      period,
      /** As the report said; refused where it is another by now. */
      paidCents: amountCents,
      /** What the authority answered. */
      confirmation: line(60),
    }),
    reply: z.object({ filingId: id<SalesTaxFilingId>() }),
  },
})
