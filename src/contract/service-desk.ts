/** The catalogue as operators change it: names and units in each language, minutes, photos, icon. */
import { z } from 'zod'
import type { UserId } from '#domain/ids.ts'
import { SERVICE_ICONS } from '#domain/pricing/service-icons.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { day, id, line, moment } from './shapes.ts'

const facts = {
  nameEn: line(60),
  nameEs: line(60),
  /** Of one, and of more. */
  unitEn: line(40),
  unitsEn: line(40),
  unitEs: line(40),
  unitsEs: line(40),
  icon: z.enum(SERVICE_ICONS),
  minutes: z.int().min(1).max(600),
  minutesPerUnit: z.int().min(0).max(600),
  photosRequired: z.int().min(0).max(10),
  /** Other services that a crew has to offer as well to be asked for this one. */
  needs: z.array(z.string().min(1).max(40)).max(20),
}

/** What may begin on a day; names and icon are changed at once. */
const dated = {
  minutes: facts.minutes,
  minutesPerUnit: facts.minutesPerUnit,
  photosRequired: facts.photosRequired,
  needs: facts.needs,
}
const key = z.string().min(1, says('chooseService')).max(40)

const shown = z.object({ ...facts, icon: z.string() })

export const serviceDesk = defineEndpoints({
  'GET /api/service-list': {
    access: 'operator',
    capability: 'see',
    summary: 'What is sold, with what operators changed of it.',
    reply: z.array(
      shown.extend({
        key: z.string(),
        version: z.int(),
        isWeekly: z.boolean(),
        isOnDemand: z.boolean(),
        /** What held before, newest first, at most 10. */
        past: z.array(shown.extend({ replacedAt: moment, replacedByName: z.string() })),
        /** What begins on days ahead, the soonest first. */
        planned: z.array(z.object({ ...dated, from: day, plannedByName: z.string() })),
      }),
    ),
  },
  'POST /api/save-service': {
    access: 'operator',
    capability: 'catalogue',
    summary:
      'Changes a service in every city, at once; a stricter photo rule from visits that begin later on.',
    body: z.strictObject({
      key,
      /** What was read; somebody else’s change since then is not written over. */
      version: z.int(),
      ...facts,
    }),
    reply: z.object({ version: z.int() }),
  },
  'POST /api/preview-service': {
    access: 'operator',
    capability: 'see',
    summary:
      'What a change of a service touches in every city: its weekly jobs and visits, and who is asked.',
    body: z.strictObject({
      key,
      ...dated,
      /** Today where none is named. */
      from: day.optional(),
    }),
    reply: z.object({
      /** Weekly jobs of the service that go on. */
      jobs: z.int(),
      /** Its visits of 28 days, from the day on which it begins. */
      visits: z.int(),
      /** Minutes of those visits, now and then. */
      minutesBefore: z.int(),
      minutesAfter: z.int(),
      photosBefore: z.int(),
      photosAfter: z.int(),
      /** Who is asked for it, now and then. */
      crewsBefore: z.int(),
      crewsAfter: z.int(),
      /** Crews that are no longer asked, the first 20 by what they hold. It stays theirs until somebody moves it. */
      lostCrews: z.array(
        z.object({
          id: id<UserId>(),
          name: z.string(),
          city: z.string(),
          weeklyStops: z.int(),
          visits: z.int(),
        }),
      ),
      lostCrewCount: z.int(),
    }),
  },
  'POST /api/plan-service-change': {
    access: 'operator',
    capability: 'catalogue',
    summary:
      'Changes a service from a day on, in every city; visits before keep what they are. In the place of another change of that day.',
    body: z.strictObject({ key, ...dated, from: day }),
    reply: z.object({ from: day }),
  },
  'POST /api/take-back-service-change': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Takes back what was to begin on a day ahead.',
    body: z.strictObject({ key, from: day }),
    reply: z.object({ from: day }),
  },
  'POST /api/add-service': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'A new service. It is sold once it has a price, where a city offers it.',
    body: z.strictObject({ ...facts, isWeekly: z.boolean(), isOnDemand: z.boolean() }),
    reply: z.object({ key: z.string() }),
  },
})
