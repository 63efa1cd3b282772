/** Places: the properties of a customer, their groups, the complexes, and the search for addresses. */
import { z } from 'zod'
import type {
  ComplexGroupId,
  ComplexId,
  PropertyGroupId,
  PropertyId,
  VisitId,
  WeeklyJobId,
} from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import {
  cursor,
  day,
  done,
  id,
  latitude,
  line,
  longitude,
  moment,
  notes,
  timeOfDay,
  weekday,
} from './shapes.ts'

const visitState = z.enum(VISIT_STATES)
const nextVisit = z.object({ date: day, state: visitState }).nullable()

/** A property as lists show it. Where there is no address, its neighbourhood and coordinates say where it is. */
const propertyCard = z.object({
  id: id<PropertyId>(),
  name: z.string(),
  address: z.string().nullable(),
  neighbourhood: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  groupId: id<PropertyGroupId>().nullable(),
  groupName: z.string().nullable(),
  weeklyJobCount: z.int(),
  nextVisit,
})

const weeklyJobHere = z.object({
  id: id<WeeklyJobId>(),
  serviceKey: z.string(),
  weekdays: z.array(weekday),
  rhythm,
  windowStart: timeOfDay.nullable(),
  windowEnd: timeOfDay.nullable(),
  quantity: z.int(),
  state: z.enum(['active', 'paused']),
})

const visitHere = z.object({
  id: id<VisitId>(),
  serviceKey: z.string(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  state: visitState,
  crewFirstName: z.string().nullable(),
  photoCount: z.int(),
})

const foundPlace = z.object({
  address: z.string(),
  neighbourhood: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  timeZone: z.string(),
})

const details = {
  name: line(200),
  address: line(300).nullable(),
  /** The group of this name; made where there is none. Null: in no group. */
  groupName: line(100).nullable(),
  accessNotes: notes(2_000),
}
const propertyIds = z.array(id<PropertyId>()).min(1, says('chooseAtLeastOneProperty')).max(5_000)

export const places = defineEndpoints({
  'GET /api/properties': {
    access: 'any',
    summary: 'All properties of the customer by name (at most 20,000); nobody else has any.',
    reply: z.array(propertyCard),
  },
  'POST /api/get-properties': {
    access: 'customer',
    summary: 'The properties by name, a page at a time, searched and by group.',
    body: z.strictObject({
      search: notes(100).optional(),
      /** Null: those in no group. */
      groupId: id<PropertyGroupId>().nullable().optional(),
      limit: z.int().min(1).max(500).default(100),
      cursor: id<PropertyId>().optional(),
    }),
    reply: z.object({
      properties: z.array(propertyCard),
      nextCursor: z.string().nullable(),
      totalCount: z.int(),
    }),
  },
  'GET /api/property-groups': {
    access: 'any',
    summary: 'The property groups of the customer by name.',
    reply: z.array(z.object({ id: id<PropertyGroupId>(), name: z.string(), propertyCount: z.int() })),
  },
  'POST /api/get-complexes': {
    access: 'any',
    summary: 'The complexes of the customer by name.',
    body: z.object({}),
    reply: z.array(
      z.object({
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
        complexGroupId: id<ComplexGroupId>().nullable(),
      }),
    ),
  },
  'POST /api/get-complex-groups': {
    access: 'any',
    summary: 'The complex groups of the customer by name.',
    body: z.object({}),
    reply: z.array(z.object({ id: id<ComplexGroupId>(), name: z.string(), complexCount: z.int() })),
  },
  'GET /api/property': {
    access: 'customer',
    summary: 'One property with its weekly jobs, coming visits and a page of past ones, newest first.',
    query: z.object({ id: id<PropertyId>(), pastCursor: cursor.optional() }),
    reply: propertyCard.omit({ nextVisit: true }).extend({
      kind: z.string().nullable(),
      externalRef: z.string().nullable(),
      timeZone: z.string(),
      accessNotes: z.string(),
      isRemoved: z.boolean(),
      weeklyJobs: z.array(weeklyJobHere),
      comingVisits: z.array(visitHere),
      pastVisits: z.array(visitHere),
      nextPastCursor: z.string().nullable(),
    }),
  },
  'POST /api/search-places': {
    access: 'public',
    summary: 'Addresses that fit a text, best first.',
    body: z.strictObject({ text: notes(200) }),
    reply: z.object({ places: z.array(foundPlace) }),
    callsPerMinute: 240,
  },
  'POST /api/add-property': {
    access: 'customer',
    summary: 'Adds one property at a found address or at a pin on the map.',
    body: z.strictObject({
      ...details,
      address: details.address.default(null),
      groupName: details.groupName.default(null),
      accessNotes: details.accessNotes.default(''),
      lat: latitude,
      lng: longitude,
    }),
    reply: z.object({ propertyId: id<PropertyId>() }),
    refusesFrozen: true,
  },
  'POST /api/update-property': {
    access: 'customer',
    summary: 'Changes what is given and leaves the rest.',
    body: z
      .strictObject({
        propertyId: id<PropertyId>(),
        name: details.name.optional(),
        address: details.address.optional(),
        groupName: details.groupName.optional(),
        accessNotes: details.accessNotes.optional(),
        lat: latitude.optional(),
        lng: longitude.optional(),
      })
      .refine((change) => (change.lat === undefined) === (change.lng === undefined), {
        message: says('latitudeWithLongitude'),
        path: ['lng'],
      }),
    reply: done,
    operatorsActFor: 'changes',
  },
  'POST /api/remove-property': {
    access: 'customer',
    summary:
      'Removes a property. Where weekly jobs are live it only lists them, unless told to end them, too.',
    body: z.strictObject({ propertyId: id<PropertyId>(), endsWeeklyJobs: z.boolean().default(false) }),
    reply: z.object({
      isRemoved: z.boolean(),
      /** What has to end first, or has been ended. */
      weeklyJobs: z.array(weeklyJobHere),
    }),
  },
  'POST /api/restore-property': {
    access: 'customer',
    summary: 'Brings a removed property back.',
    body: z.strictObject({ propertyId: id<PropertyId>() }),
    reply: done,
  },
  'POST /api/save-property-group': {
    access: 'customer',
    summary: 'Makes a property group, or gives one another name.',
    body: z.strictObject({ groupId: id<PropertyGroupId>().optional(), name: line(100) }),
    reply: z.object({ groupId: id<PropertyGroupId>() }),
  },
  'POST /api/remove-property-group': {
    access: 'customer',
    summary: 'Removes a property group; its properties stay and are in no group.',
    body: z.strictObject({ groupId: id<PropertyGroupId>() }),
    reply: z.object({ ok: z.literal(true), propertyCount: z.int() }),
  },
  'POST /api/move-properties': {
    access: 'customer',
    summary: 'Puts properties into a group, or into none.',
    body: z.strictObject({ propertyIds, groupId: id<PropertyGroupId>().nullable() }),
    reply: z.object({ ok: z.literal(true), movedCount: z.int() }),
  },
})
