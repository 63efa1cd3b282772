/** The catalogue as operators change it: names and units in each language, minutes, photos, icon. */
import { z } from 'zod'
import { SERVICE_ICONS } from '#domain/pricing/service-icons.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { line, moment } from './shapes.ts'

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
}

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
      }),
    ),
  },
  'POST /api/save-service': {
    access: 'operator',
    capability: 'catalogue',
    summary:
      'Changes a service in every city, at once; a stricter photo rule from visits that begin later on.',
    body: z.strictObject({
      key: z.string().min(1, says('chooseService')).max(40),
      /** What was read; somebody else’s change since then is not written over. */
      version: z.int(),
      ...facts,
    }),
    reply: z.object({ version: z.int() }),
  },
  'POST /api/add-service': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'A new service. It is sold once it has a price, where a city offers it.',
    body: z.strictObject({ ...facts, isWeekly: z.boolean(), isOnDemand: z.boolean() }),
    reply: z.object({ key: z.string() }),
  },
})
