/** What a crew holds and promises: confirming its week, giving work back, days off, its reliability. */
import { z } from 'zod'
import type { AssignmentId, TimeOffId, UserId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { assignedStop } from './routes.ts'
import { says } from './sentences.ts'
import { amountCents, day, done, id, moment, notes } from './shapes.ts'
import { timeWindow } from './work.ts'

const visitIds = z.array(id<VisitId>()).min(1, says('atLeastOne')).max(500, says('atMost500Visits'))

const visitToConfirm = z.object({
  visitId: id<VisitId>(),
  date: day,
  timeZone: z.string(),
  propertyName: z.string(),
  address: z.string().nullable(),
  serviceKey: z.string(),
  quantity: z.int(),
  minutes: z.int(),
  window: timeWindow.nullable(),
  payCents: amountCents.nullable(),
  isConfirmed: z.boolean(),
  /** After it an unconfirmed visit is offered to others. */
  confirmBy: moment,
})

/** Kept of all that was promised, from 0 to 1; null without history. */
const share = z.number().min(0).max(1).nullable()

const costOfRelease = z.object({
  visits: z.array(
    z.object({
      visitId: id<VisitId>(),
      date: day,
      propertyName: z.string(),
      serviceKey: z.string(),
      payCents: amountCents.nullable(),
      /** It would count against the crew's reliability. */
      isLate: z.boolean(),
      /** The last moment in which it would not. */
      freeUntil: moment,
      timeZone: z.string(),
    }),
  ),
  lostPayCents: amountCents,
  lateCount: z.int(),
  /** What counts as late, so long before a visit begins. */
  noticeHours: z.int(),
  reliability: share,
  reliabilityAfter: share,
})

const confirmed = z.object({
  visitIds: z.array(id<VisitId>()),
  lost: z.array(z.object({ visitId: id<VisitId>(), reason: z.string() })),
})

const released = z.object({
  assignmentId: id<AssignmentId>(),
  isLate: z.boolean(),
  releasedVisitCount: z.int(),
  releasedFrom: day,
})

const daysOff = { from: day, to: day }
/** The visit that the crew has set out for goes as well. */
const withTrip = { isTripReleased: z.boolean().default(false) }
const token = z.string().max(200)
const byAssignment = { assignmentId: id<AssignmentId>() }

export const assignments = defineEndpoints({
  'POST /api/get-visits-to-confirm': {
    access: 'crew',
    summary: 'The visits of the coming week by day, confirmed or not, and until when.',
    reply: z.object({
      week: z.object({ from: day, to: day }),
      timeZone: z.string(),
      /** The next cutoff of something unconfirmed; null where nothing waits for one. */
      confirmBy: moment.nullable(),
      unconfirmedCount: z.int(),
      unconfirmedPayCents: amountCents,
      days: z.array(z.object({ date: day, visits: z.array(visitToConfirm) })),
    }),
  },
  'POST /api/confirm-visits': {
    access: 'crew',
    capability: 'dispatch',
    operatorsActFor: 'changes',
    summary: 'Gives the crew’s word for these visits. Visits lost meanwhile are named; the others count.',
    body: z.strictObject({ visitIds }),
    reply: confirmed,
    refusesFrozen: true,
  },
  'POST /api/unconfirm-visits': {
    access: 'crew',
    summary: 'Takes the word back, until the cutoff.',
    body: z.strictObject({ visitIds }),
    reply: confirmed,
  },
  'POST /api/preview-release-assignment': {
    access: 'crew',
    summary: 'What releasing an assignment would mean.',
    body: z.strictObject(byAssignment),
    reply: costOfRelease,
  },
  'POST /api/preview-release-visit': {
    access: 'crew',
    operatorsActFor: 'reads',
    summary: 'What giving one visit back would mean.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: costOfRelease,
  },
  'POST /api/release-visit': {
    access: 'crew',
    capability: 'dispatch',
    operatorsActFor: 'changes',
    summary: 'Gives one visit back; the assignment goes on with the next week.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: z.object({ visitId: id<VisitId>(), date: day, isLate: z.boolean() }),
  },
  'POST /api/get-time-off': {
    access: 'crew',
    summary: 'The crew’s coming days off.',
    reply: z.object({
      daysOff: z.array(z.object({ timeOffId: id<TimeOffId>(), from: day, to: day, note: z.string() })),
      today: day,
    }),
  },
  'POST /api/preview-time-off': {
    access: 'crew',
    summary: 'Which visits days off would give to others, and what that means.',
    body: z.strictObject({ ...daysOff, ...withTrip }),
    reply: costOfRelease.extend({
      /** The visit that the crew has set out for, on one of these days. */
      trip: z.object({ visitId: id<VisitId>(), propertyName: z.string() }).nullable(),
    }),
  },
  'POST /api/add-time-off': {
    access: 'crew',
    summary: 'Takes days off; the visits on them go to others, the assignments stay.',
    body: z.strictObject({ ...daysOff, ...withTrip, note: notes(200).default('') }),
    reply: z.object({ timeOffId: id<TimeOffId>(), releasedVisitCount: z.int(), lateCount: z.int() }),
  },
  'POST /api/remove-time-off': {
    access: 'crew',
    summary: 'Works on these days after all; visits that nobody took come back.',
    body: z.strictObject({ timeOffId: id<TimeOffId>() }),
    reply: z.object({ returnedVisitCount: z.int() }),
  },
  'POST /api/get-reliability': {
    access: 'crew',
    summary: 'How well this crew kept its word lately, and from what that is counted.',
    reply: z.object({
      share,
      kept: z.int(),
      lateReleases: z.int(),
      missed: z.int(),
      windowDays: z.int(),
      noticeHours: z.int(),
      /** So long after taking work it is given back as if it had not been taken. */
      graceMinutes: z.int(),
    }),
  },
  'POST /api/request-assignments-link': {
    access: 'public',
    summary:
      'Sends a crew’s own assignments to its phone. Answers the same whether or not there is such a crew.',
    body: z.strictObject({ phone: z.string().trim().min(1, says('missing')).max(40) }),
    reply: done,
    callsPerMinute: 5,
  },
  'POST /api/send-assignments-link': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Sends a crew the link to its assignments.',
    body: z.strictObject({ crewId: id<UserId>() }),
    reply: done,
  },
  'POST /api/open-assignments-link': {
    access: 'public',
    summary: 'The assignments of the crew whose link it is.',
    body: z.strictObject({ token }),
    reply: z.object({ crewName: z.string(), assignments: z.array(assignedStop), today: day }),
    callsPerMinute: 60,
  },
  'POST /api/preview-release-by-link': {
    access: 'public',
    summary: 'What releasing an assignment would mean, for the crew whose link it is.',
    body: z.strictObject({ token, ...byAssignment }),
    reply: costOfRelease,
    callsPerMinute: 60,
  },
  'POST /api/release-by-link': {
    access: 'public',
    summary: 'Gives an assignment of the crew back whose link it is.',
    body: z.strictObject({ token, ...byAssignment }),
    reply: released,
    callsPerMinute: 60,
  },
  'POST /api/end-assignments-link': {
    access: 'public',
    summary: 'Ends every link to the assignments of the crew whose link it is.',
    body: z.strictObject({ token }),
    reply: done,
    callsPerMinute: 60,
  },
  'POST /api/end-assignments-links': {
    access: 'crew',
    summary: 'Ends every link to the assignments of this crew.',
    reply: done,
  },
})
