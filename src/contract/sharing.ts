/** Several people look after places: whom an owner invited, what they may do, and whose places one looks after. */
import { z } from 'zod'
import type {
  ComplexGroupId,
  PropertyGroupId,
  PropertyId,
  ShareActionId,
  ShareId,
  UserId,
  VisitId,
} from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { RIGHTS, SHARE_ROLES } from '#domain/sharing/rights.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { cursor, done, email, id, line, moment } from './shapes.ts'

const role = z.enum(SHARE_ROLES)
const MOST_GROUPS = 200

/** Every place, those that come included, or those of groups. */
const reach = z
  .strictObject({
    isWhole: z.boolean(),
    propertyGroupIds: z.array(id<PropertyGroupId>()).max(MOST_GROUPS).default([]),
    complexGroupIds: z.array(id<ComplexGroupId>()).max(MOST_GROUPS).default([]),
  })
  .refine(
    ({ isWhole, propertyGroupIds, complexGroupIds }) =>
      isWhole !== propertyGroupIds.length + complexGroupIds.length > 0,
    { message: says('missing'), path: ['propertyGroupIds'] },
  )

const token = z.string().min(1).max(200)
const share = z.strictObject({ shareId: id<ShareId>() })
const groupName = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('places'), id: id<PropertyGroupId>(), name: z.string() }),
  z.object({ kind: z.literal('complexes'), id: id<ComplexGroupId>(), name: z.string() }),
])

const account = z.object({
  shareId: id<ShareId>(),
  ownerName: z.string(),
  role,
  rights: z.array(z.enum(RIGHTS)),
  isWhole: z.boolean(),
})

export const sharing = defineEndpoints({
  'GET /api/shares': {
    access: 'customer',
    summary: 'Who looks after the customer’s places, and who is invited to, by name.',
    reply: z.object({
      people: z.array(
        z.object({
          shareId: id<ShareId>(),
          name: z.string(),
          email: z.string(),
          role,
          isWhole: z.boolean(),
          groups: z.array(groupName),
          /** Null where nobody came by the invitation yet. */
          joinedAt: moment.nullable(),
          sentAt: moment,
          /** Of an invitation. */
          isOver: z.boolean(),
        }),
      ),
      /** What can be shared besides everything. */
      groups: z.array(groupName),
    }),
  },
  'POST /api/invite-helper': {
    access: 'customer',
    needsFreshPassword: true,
    summary:
      'Mails somebody a link by which it looks after the customer’s places with a sign-in of its own, once and within seven days.',
    body: z.strictObject({ name: line(100), email, locale: z.enum(LANGUAGES), role, reach }),
    reply: z.object({ shareId: id<ShareId>() }),
    refusesFrozen: true,
    callsPerMinute: 30,
  },
  'POST /api/resend-helper-invitation': {
    access: 'customer',
    summary: 'Mails a new link; the one before opens nothing any more.',
    body: share,
    reply: done,
    callsPerMinute: 30,
  },
  'POST /api/change-share': {
    access: 'customer',
    needsFreshPassword: true,
    summary: 'Changes what somebody may do, and where. It holds for its next call.',
    body: share.extend({ role, reach }),
    reply: done,
  },
  'POST /api/end-share': {
    access: 'customer',
    summary: 'Ends somebody’s access, or takes an invitation back, at once.',
    body: share,
    reply: done,
  },
  'GET /api/share-actions': {
    access: 'customer',
    summary: 'What helpers did at the customer’s places, newest first, a page at a time.',
    query: z.object({ cursor: cursor.optional() }),
    reply: z.object({
      actions: z.array(
        z.object({
          id: id<ShareActionId>(),
          helperId: id<UserId>(),
          helperName: z.string(),
          /** The call by its name. */
          call: z.string(),
          propertyId: id<PropertyId>().nullable(),
          propertyName: z.string().nullable(),
          visitId: id<VisitId>().nullable(),
          at: moment,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/accounts': {
    access: 'any',
    summary: 'Whose places one looks after, by the owner’s name, and on whose this browser works now.',
    reply: z.object({
      accounts: z.array(
        account.extend({ groups: z.array(groupName), getsNotices: z.boolean(), getsReminders: z.boolean() }),
      ),
      current: id<ShareId>().nullable(),
    }),
  },
  'POST /api/use-account': {
    access: 'any',
    summary: 'From now on this browser works on the places of that owner; null: on one’s own.',
    body: z.strictObject({ shareId: id<ShareId>().nullable() }),
    reply: done,
  },
  'POST /api/save-share-notices': {
    access: 'any',
    summary:
      'Whether one is notified of what happens at the places that one looks after, and reminded of visits there.',
    body: share.extend({ getsNotices: z.boolean(), getsReminders: z.boolean().optional() }),
    reply: done,
  },
  'POST /api/leave-share': {
    access: 'any',
    summary: 'One looks after these places no more.',
    body: share,
    reply: done,
  },
  'POST /api/open-share-invitation': {
    access: 'public',
    summary: 'For whom an invitation is, by whom, to what; and whether its address has an account.',
    body: z.strictObject({ token }),
    reply: z.object({
      name: z.string(),
      email: z.string(),
      ownerName: z.string(),
      role,
      isWhole: z.boolean(),
      groups: z.array(groupName),
      expiresAt: moment,
      hasAccount: z.boolean(),
    }),
    callsPerMinute: 30,
  },
  'POST /api/accept-share': {
    access: 'any',
    summary: 'Whoever is signed in as a customer takes an invitation with that account.',
    body: z.strictObject({ token }),
    reply: z.object({ shareId: id<ShareId>() }),
    callsPerMinute: 30,
  },
  'POST /api/join-share': {
    access: 'public',
    summary: 'Opens the account of whoever was invited, takes the invitation with it and signs it in.',
    body: z.strictObject({ token, name: line(100), password: z.string().min(1, says('missing')).max(1_000) }),
    reply: done,
    callsPerMinute: 30,
  },
})
