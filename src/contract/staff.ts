/** Who the operators are: roles by city, invitations. */
import { z } from 'zod'
import type { StaffInvitationId, UserId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { STAFF_ROLES } from '#domain/staff/roles.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { cursor, done, email, id, line, moment } from './shapes.ts'

const role = z.enum(STAFF_ROLES)
const marketId = z.string().min(1).max(60)

/** In every city, or in each of some; neither is nobody's. */
const roles = z
  .strictObject({
    everywhere: role.nullable(),
    cities: z.array(z.strictObject({ marketId, role })).max(500),
  })
  .refine(({ everywhere, cities }) => everywhere === null || cities.length === 0, { path: ['everywhere'] })

const held = z.object({
  everywhere: role.nullable(),
  cities: z.array(z.object({ marketId: z.string(), name: z.string(), role })),
})

const token = z.string().min(1).max(200)
const invitation = z.strictObject({ invitationId: id<StaffInvitationId>() })

export const staff = defineEndpoints({
  'GET /api/staff': {
    access: 'operator',
    capability: 'staff',
    summary: 'Everybody who works, or worked, in the cities that one is in charge of, by name.',
    query: z.object({ cursor: cursor.optional() }),
    reply: z.object({
      people: z.array(
        held.extend({
          id: id<UserId>(),
          name: z.string(),
          email: z.string(),
          isSelf: z.boolean(),
          lastSeenAt: moment.nullable(),
          /** What it has; null where nothing. */
          secondFactor: z.enum(['passkey', 'app']).nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
      /** Where one may give roles. */
      cities: z.array(z.object({ id: z.string(), name: z.string() })),
      mayGiveEverywhere: z.boolean(),
    }),
  },
  'POST /api/change-staff-roles': {
    access: 'operator',
    capability: 'staff',
    needsFreshPassword: true,
    summary:
      'Gives somebody roles, or takes them all away; ends its sessions. A city keeps an owner: the last one stays.',
    body: z.strictObject({
      userId: id<UserId>(),
      roles,
      /** What was read; somebody else’s change since then is not written over. */
      was: roles.optional(),
      reason: line(300),
    }),
    reply: done,
  },
  'POST /api/reset-second-factor': {
    access: 'operator',
    capability: 'staff',
    needsFreshPassword: true,
    summary: 'Takes away somebody’s app, recovery codes and passkeys, and ends its sessions.',
    body: z.strictObject({ userId: id<UserId>(), reason: line(300) }),
    reply: done,
  },
  'GET /api/staff-invitations': {
    access: 'operator',
    capability: 'staff',
    summary: 'Who is invited and has not come yet, newest first.',
    reply: z.object({
      invitations: z.array(
        held.extend({
          id: id<StaffInvitationId>(),
          name: z.string(),
          email: z.string(),
          invitedByName: z.string(),
          sentAt: moment,
          expiresAt: moment,
          isOver: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/invite-staff': {
    access: 'operator',
    capability: 'staff',
    needsFreshPassword: true,
    summary: 'Mails somebody a link by which it opens its account here, once and within seven days.',
    body: z.strictObject({ name: line(100), email, locale: z.enum(LANGUAGES), roles }),
    reply: z.object({ invitationId: id<StaffInvitationId>() }),
  },
  'POST /api/resend-staff-invitation': {
    access: 'operator',
    capability: 'staff',
    summary: 'Mails a new link; the one before opens nothing any more.',
    body: invitation,
    reply: done,
  },
  'POST /api/withdraw-staff-invitation': {
    access: 'operator',
    capability: 'staff',
    summary: 'Ends an invitation.',
    body: invitation,
    reply: done,
  },
  'POST /api/open-staff-invitation': {
    access: 'public',
    summary: 'For whom an invitation is, and by whom.',
    body: z.strictObject({ token }),
    reply: z.object({
      name: z.string(),
      email: z.string(),
      invitedByName: z.string(),
      expiresAt: moment,
      locale: z.enum(LANGUAGES),
    }),
    callsPerMinute: 30,
  },
  'POST /api/join-staff': {
    access: 'public',
    summary: 'Opens the account of whoever was invited, and signs it in.',
    body: z.strictObject({ token, name: line(100), password: z.string().min(1, says('missing')).max(1_000) }),
    reply: done,
    callsPerMinute: 30,
  },
})
