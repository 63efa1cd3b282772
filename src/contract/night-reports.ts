/** The proof of each night at a complex by mail: whom its owner wants it sent to, and the links in those mails. */
import { z } from 'zod'
import type { ComplexId, ReportAddressId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { day, done, email, id, moment } from './shapes.ts'

const link = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, says('linkNotComplete')) })
const FORM = { maximumBytes: 16 * 1024, types: ['application/x-www-form-urlencoded'] } as const

export const nightReports = defineEndpoints({
  'GET /api/report-addresses': {
    access: 'customer',
    summary: 'Who gets the proof of each night at a complex by mail, and who was asked to.',
    query: z.object({ complexId: id<ComplexId>() }),
    reply: z.object({
      addresses: z.array(
        z.object({
          id: id<ReportAddressId>(),
          email: z.string(),
          locale: z.enum(LANGUAGES),
          askedAt: moment,
          /** Null until somebody confirmed by the link; nothing is sent before. */
          confirmedAt: moment.nullable(),
          lastNight: day.nullable(),
        }),
      ),
    }),
  },
  'POST /api/add-report-address': {
    access: 'customer',
    summary:
      'Mails an address a link by which it gets the proof of each night. Asked again it is mailed once a day.',
    body: z.strictObject({ complexId: id<ComplexId>(), email, locale: z.enum(LANGUAGES) }),
    reply: z.object({ addressId: id<ReportAddressId>() }),
    refusesFrozen: true,
    callsPerMinute: 30,
  },
  'POST /api/remove-report-address': {
    access: 'customer',
    summary: 'Nothing is sent there any more, and the address is forgotten.',
    body: z.strictObject({ addressId: id<ReportAddressId>() }),
    reply: done,
  },
  'POST /api/open-report-link': {
    access: 'public',
    summary: 'What the link of such a mail is about. Changes nothing.',
    body: link,
    reply: z.object({ complexName: z.string(), email: z.string(), isConfirmed: z.boolean() }),
    callsPerMinute: 30,
  },
  'POST /api/confirm-report-address': {
    access: 'public',
    summary: 'Whoever reads the address’s mail wants the proof of each night, from tonight on.',
    body: link,
    reply: done,
    callsPerMinute: 30,
  },
  'POST /api/end-report-mails': {
    access: 'public',
    summary: 'Ends them, and forgets the address.',
    body: link,
    reply: done,
    callsPerMinute: 30,
  },
  'POST /api/end-report-mails-one-click': {
    access: 'public',
    summary: 'The same for the button that mailboxes show (RFC 8058).',
    query: link,
    takesFile: FORM,
    reply: done,
    callsPerMinute: 30,
  },
})
