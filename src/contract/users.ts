/** Accounts: registering, signing in and out, links by mail, sessions, profile. */
import { z } from 'zod'
import { CODE } from '#domain/commissions/attribution.ts'
import type { SessionId, ShareId, UserId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { RIGHTS, SHARE_ROLES } from '#domain/sharing/rights.ts'
import { CAPABILITIES, STAFF_ROLES } from '#domain/staff/roles.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import {
  amountCents,
  done,
  email,
  id,
  latitude,
  line,
  longitude,
  moment,
  timeOfDay,
  timeZone,
  weekday,
} from './shapes.ts'

const password = z.string().min(1, says('missing')).max(1_000)
const token = z.string().min(1).max(200)
const code = z.string().regex(CODE, says('code'))
const phone = z.string().trim().min(1, says('missing')).max(40)
const internalPath = z.string().max(500)

const place = z.strictObject({ address: line(200), lat: latitude, lng: longitude })
const hours = z
  .array(z.strictObject({ weekday, starts: timeOfDay, ends: timeOfDay }))
  .max(7)
  .refine((days) => new Set(days.map((entry) => entry.weekday)).size === days.length, says('eachWeekdayOnce'))
  .refine((days) => days.every((entry) => entry.starts < entry.ends), says('dayEndsAfterStart'))

const person = {
  name: line(100),
  email,
  phone,
  password,
  locale: z.enum(LANGUAGES).optional(),
  couponCode: code.optional(),
  sponsorCode: code.optional(),
}
const services = z.array(z.string().max(40)).min(1, says('chooseAtLeastOneService')).max(30)
const rangeFeet = z.int().min(1_000).max(528_000)

const userType = z.enum(['Crew', 'Customer', 'Operator'])

/** Seed §3 names type, lat, lng, frozen_until and frozen_notes; the rest is what every screen needs of oneself. */
const user = z.object({
  id: id<UserId>(),
  type: userType,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  locale: z.enum(LANGUAGES),
  time_zone: z.string(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  frozen_until: moment.nullable(),
  frozen_notes: z.string().nullable(),
  referral_code: z.string(),
  created_at: moment,
  /** Of an operator, in the city on the desk: what it may do there. */
  staff_role: z.enum(STAFF_ROLES).nullable(),
  /** What that role may do: screens offer nothing else. */
  capabilities: z.array(z.enum(CAPABILITIES)),
  /** Of an operator: that of the city on the desk, by which its screens show instants. */
  desk_time_zone: z.string(),
  /** Of a customer: whose places this browser works on; null for its own. */
  looks_after: z
    .object({
      shareId: id<ShareId>(),
      ownerName: z.string(),
      role: z.enum(SHARE_ROLES),
      rights: z.array(z.enum(RIGHTS)),
      isWhole: z.boolean(),
    })
    .nullable(),
})

const signedIn = z.object({ type: userType, locale: z.enum(LANGUAGES) })
/** `codeRefused`: why the code that was given names no sponsor, as a sentence. */
const registered = signedIn.extend({ codeRefused: z.string().nullable() })

export const users = defineEndpoints({
  'GET /api/user': {
    access: 'any',
    summary: 'The signed-in user. `fields=*` means every field that its role may see.',
    query: z.object({ fields: z.string().max(500).optional() }),
    reply: user.partial().extend({ error: z.string().optional() }),
  },
  'POST /api/register-customer': {
    access: 'public',
    summary: 'Opens a customer account and signs it in.',
    body: z.strictObject(person),
    reply: registered,
    callsPerMinute: 30,
  },
  'POST /api/register-crew': {
    access: 'public',
    summary: 'Opens a crew account with base, range, services and hours, and signs it in.',
    body: z.strictObject({
      ...person,
      base: place,
      rangeFeet,
      services,
      hours: hours.min(1, says('chooseAtLeastOneDay')),
      vehicle: z.string().trim().max(100).optional(),
    }),
    reply: registered,
    callsPerMinute: 30,
  },
  'POST /api/check-code': {
    access: 'public',
    summary: 'Who or what stands behind a coupon or sponsor code; null for unknown ones.',
    body: z.strictObject({ coupon: code.optional(), sponsor: code.optional() }),
    reply: z.object({
      coupon: z
        .object({
          name: z.string(),
          creditCents: amountCents.nullable(),
          shareBasisPoints: z.int().nullable(),
          /** Why it gives nothing, as a sentence. */
          fault: z.string().nullable(),
        })
        .nullable(),
      sponsor: z.object({ firstName: z.string() }).nullable(),
    }),
    callsPerMinute: 60,
  },
  'POST /api/sign-in': {
    access: 'public',
    summary: 'Signs in with e-mail address and password.',
    body: z.strictObject({ email: z.string().max(254), password }),
    reply: signedIn,
    callsPerMinute: 60,
  },
  'POST /api/sign-out': {
    access: 'public',
    summary: 'Ends this session; harmless without one.',
    reply: done,
  },
  'POST /api/forgot-password': {
    access: 'public',
    summary: 'Mails a link for a new password. The answer is the same whether or not the account exists.',
    body: z.strictObject({ email: z.string().max(254) }),
    reply: done,
    callsPerMinute: 30,
  },
  'POST /api/reset-password': {
    access: 'public',
    summary: 'Sets a new password by a mailed link, once and within an hour, and ends every session.',
    body: z.strictObject({ token, password }),
    reply: signedIn,
    callsPerMinute: 30,
  },
  'POST /api/request-sign-in-link': {
    access: 'public',
    summary: 'Mails a link that signs in, once and within ten minutes. Same answer for unknown addresses.',
    body: z.strictObject({ email: z.string().max(254), to: internalPath.optional() }),
    reply: done,
    callsPerMinute: 30,
  },
  'POST /api/authenticate': {
    access: 'public',
    summary:
      'Signs in by a mailed link and says where to go on. A link that confirms an address makes it the account’s.',
    body: z.strictObject({ token }),
    reply: signedIn.extend({ to: z.string() }),
    callsPerMinute: 30,
  },
  'POST /api/confirm-password': {
    access: 'any',
    summary: 'Gives the password again, so that money and credentials may be changed for 15 minutes.',
    body: z.strictObject({ password }),
    reply: done,
    callsPerMinute: 30,
    renewsSession: true,
  },
  'POST /api/change-password': {
    access: 'any',
    summary: 'Sets a new password and ends all other sessions.',
    body: z.strictObject({ password }),
    reply: done,
    needsFreshPassword: true,
    callsPerMinute: 30,
  },
  'POST /api/change-email': {
    access: 'any',
    summary:
      'Mails a link to the new address; opened, it is the one of the account. Same answer for taken ones.',
    body: z.strictObject({ email }),
    reply: done,
    needsFreshPassword: true,
    callsPerMinute: 30,
  },
  'POST /api/update-profile': {
    access: 'any',
    summary: 'Changes name, phone, language or time zone.',
    body: z.strictObject({
      name: line(100).optional(),
      phone: phone.optional(),
      locale: z.enum(LANGUAGES).optional(),
      timeZone: timeZone.optional(),
    }),
    reply: done,
  },
  'GET /api/sessions': {
    access: 'any',
    summary: 'Where one is signed in.',
    reply: z.array(
      z.object({
        id: id<SessionId>(),
        userAgent: z.string(),
        createdAt: moment,
        lastSeenAt: moment,
        isThis: z.boolean(),
      }),
    ),
  },
  'POST /api/revoke-session': {
    access: 'any',
    summary: 'Signs out one session; without an id all others.',
    body: z.strictObject({ sessionId: id<SessionId>().optional() }),
    reply: done,
  },
  'GET /api/crew-profile': {
    access: 'crew',
    summary: "The crew's base, range, services and hours.",
    reply: z.object({
      address: z.string().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      rangeFeet: z.number(),
      services: z.array(z.string()),
      vehicle: z.string(),
      hours: z.array(z.object({ weekday, starts: timeOfDay, ends: timeOfDay })),
    }),
  },
  'POST /api/update-crew-profile': {
    access: 'crew',
    summary: "Changes the crew's base, range, services, hours or vehicle.",
    body: z.strictObject({
      base: place.optional(),
      rangeFeet: rangeFeet.optional(),
      services: services.optional(),
      hours: hours.optional(),
      vehicle: z.string().trim().max(100).optional(),
    }),
    reply: done,
  },
})
