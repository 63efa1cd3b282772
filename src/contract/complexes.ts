/** Complexes: buildings and doors, service nights, what differs on some of them, the round of a night and its proof. */
import { z } from 'zod'
import { VIOLATION_KINDS } from '#domain/complexes/violations.ts'
import type {
  BuildingId,
  ComplexExceptionId,
  ComplexGroupId,
  ComplexId,
  PhotoId,
  PropertyGroupId,
  PropertyId,
  ViolationId,
  VisitId,
} from '#domain/ids.ts'
import {
  building,
  exception,
  night,
  nightRow,
  openComplex,
  openNight,
  round,
  UNITS_LONGEST,
  unitLabel,
  visitState,
} from './complex-shapes.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, day, done, id, latitude, line, longitude, notes } from './shapes.ts'

const isForward = {
  check: (input: { from: string; to: string }) => input.to >= input.from,
  say: { message: says('lastDayBeforeFirst'), path: ['to'] },
}

export const complexes = defineEndpoints({
  'GET /api/complex': {
    access: 'customer',
    summary: 'One complex with its buildings, service nights, exceptions and latest nights.',
    query: z.object({ id: id<ComplexId>() }),
    reply: z.object({
      id: id<ComplexId>(),
      /** The place by which services are booked. */
      propertyId: id<PropertyId>(),
      name: z.string(),
      address: z.string(),
      lat: z.number(),
      lng: z.number(),
      timeZone: z.string(),
      units: z.int(),
      instructions: z.string(),
      groupId: id<PropertyGroupId>().nullable(),
      groupName: z.string().nullable(),
      buildings: z.array(building),
      nights: z.array(night),
      /** Of all service nights, by today's prices; null where there is none. */
      perUnitMonthCents: amountCents.nullable(),
      exceptions: z.array(exception),
      comingNights: z.array(nightRow),
      pastNights: z.array(nightRow),
      /** Purchase-order numbers as they stand on the next invoice; null for who pays by card or debit. */
      invoicing: z.object({ poNumber: z.string(), usualPoNumber: z.string() }).nullable(),
    }),
  },
  'POST /api/add-complex': {
    access: 'customer',
    summary: 'Adds a complex, and the place behind it that services are booked for.',
    body: z.strictObject({
      name: line(200),
      address: line(300),
      lat: latitude,
      lng: longitude,
      units: z.int().min(1, says('atLeastOneUnit')).max(5_000, says('atMost5000Units')),
      instructions: notes(4_000).default(''),
      groupName: line(100).nullable().default(null),
    }),
    reply: z.object({ complexId: id<ComplexId>(), propertyId: id<PropertyId>() }),
  },
  'POST /api/update-complex': {
    access: 'customer',
    summary: 'Changes a complex; what is not given stays.',
    body: z.strictObject({
      complexId: id<ComplexId>(),
      name: line(200).optional(),
      address: line(300).optional(),
      units: z.int().min(1, says('atLeastOneUnit')).max(5_000, says('atMost5000Units')).optional(),
      instructions: notes(4_000).optional(),
      /** Null: in no group. */
      groupName: line(100).nullable().optional(),
    }),
    reply: done,
  },
  'POST /api/remove-complex': {
    access: 'customer',
    summary: 'Removes a complex; live service nights are listed first and end only when asked for.',
    body: z.strictObject({ complexId: id<ComplexId>(), endsWeeklyJobs: z.boolean().default(false) }),
    reply: z.object({ isRemoved: z.boolean(), serviceKeys: z.array(z.string()) }),
  },
  'POST /api/rename-complex-group': {
    access: 'customer',
    summary: 'Renames a complex group.',
    body: z.strictObject({ groupId: id<ComplexGroupId>(), name: line(100) }),
    reply: done,
  },
  'POST /api/remove-complex-group': {
    access: 'customer',
    summary: 'Removes a complex group; its complexes stay.',
    body: z.strictObject({ groupId: id<ComplexGroupId>() }),
    reply: done,
  },
  'POST /api/save-building': {
    access: 'customer',
    summary: 'Adds a building with its doors, or changes one.',
    body: z.strictObject({
      complexId: id<ComplexId>(),
      buildingId: id<BuildingId>().optional(),
      name: line(60),
      /** Doors and ranges of doors: `101-112, 201-212, PH1`. */
      units: notes(UNITS_LONGEST),
    }),
    reply: z.object({ buildingId: id<BuildingId>(), unitCount: z.int() }),
  },
  'POST /api/remove-building': {
    access: 'customer',
    summary: 'Takes a building out of the rounds to come; nights that were stay as they are.',
    body: z.strictObject({ buildingId: id<BuildingId>() }),
    reply: done,
  },
  'POST /api/add-complex-exception': {
    access: 'customer',
    summary: 'Leaves out a building or a door for some nights, or leaves the crew a note for them.',
    body: z
      .strictObject({
        complexId: id<ComplexId>(),
        buildingId: id<BuildingId>().nullable().default(null),
        unitLabel: unitLabel.nullable().default(null),
        kind: z.enum(['leave_out', 'note']),
        note: notes(500).default(''),
        from: day,
        to: day,
      })
      .refine(isForward.check, isForward.say)
      .refine((input) => input.kind === 'leave_out' || input.note !== '', {
        message: says('sayWhatCrewShouldKnow'),
        path: ['note'],
      })
      .refine((input) => input.kind === 'note' || input.buildingId !== null, {
        message: says('chooseBuilding'),
        path: ['buildingId'],
      }),
    reply: z.object({ exceptionId: id<ComplexExceptionId>() }),
  },
  'POST /api/remove-complex-exception': {
    access: 'customer',
    summary: 'Takes an exception back.',
    body: z.strictObject({ exceptionId: id<ComplexExceptionId>() }),
    reply: done,
  },
  'GET /api/complex-night': {
    access: 'customer',
    summary: 'The proof of one night: each building with its time and photo, violations, exceptions.',
    query: z.object({ visitId: id<VisitId>() }),
    reply: round,
  },
  'GET /api/complex-report': {
    access: 'customer',
    summary: 'The proof of one night as a PDF.',
    query: z.object({ visitId: id<VisitId>() }),
    reply: z.unknown(),
    repliesFile: true,
    callsPerMinute: 30,
  },
  'POST /api/get-open-complexes': {
    access: 'crew',
    summary: 'Complexes with open service nights within range of this crew, nearest first.',
    body: z.strictObject({}),
    reply: z.object({ complexes: z.array(openComplex), hasBase: z.boolean() }),
  },
  'GET /api/crew-complex': {
    access: 'crew',
    summary: 'What one night at a complex means, its open nights, and the nights of this crew there.',
    query: z.object({ id: id<ComplexId>() }),
    reply: z.object({
      complexId: id<ComplexId>(),
      name: z.string(),
      units: z.int(),
      neighbourhood: z.string().nullable(),
      lat: z.number(),
      lng: z.number(),
      buildings: z.array(building),
      /** Only for whoever has a night there. */
      address: z.string().nullable(),
      instructions: z.string().nullable(),
      nights: z.array(openNight),
      ownNights: z.array(
        z.object({ visitId: id<VisitId>(), date: day, state: visitState, serviceKey: z.string() }),
      ),
    }),
  },
  'GET /api/night-round': {
    access: 'crew',
    summary:
      'The round of a night of this crew: which buildings are done, which are left out, what was reported.',
    query: z.object({ visitId: id<VisitId>() }),
    reply: round.extend({
      instructions: z.string(),
      canWork: z.boolean(),
      /** Codes hang at its buildings. */
      hasCheckpoints: z.boolean(),
    }),
  },
  'POST /api/check-building': {
    access: 'crew',
    summary: 'Marks a building of the night as done, with a photo of the visit as proof, or takes that back.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      buildingId: id<BuildingId>(),
      photoId: id<PhotoId>().nullable().default(null),
      isDone: z.boolean().default(true),
    }),
    reply: z.object({ checkedCount: z.int(), buildingCount: z.int() }),
    refusesFrozen: true,
    isShedLast: true,
  },
  'POST /api/add-violation': {
    access: 'crew',
    summary: 'Reports what was wrong at a door, with a photo of the visit. Said twice it counts once.',
    body: z
      .strictObject({
        visitId: id<VisitId>(),
        buildingId: id<BuildingId>(),
        unitLabel: unitLabel.nullable().default(null),
        kind: z.enum(VIOLATION_KINDS),
        note: notes(500).default(''),
        photoId: id<PhotoId>(),
      })
      .refine((input) => input.kind !== 'other' || input.note !== '', {
        message: says('sayWhatIsWrong'),
        path: ['note'],
      }),
    reply: z.object({ violationId: id<ViolationId>() }),
    refusesFrozen: true,
    isShedLast: true,
  },
})
