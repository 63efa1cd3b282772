/** A portfolio as it is seen at once: places down, the days of a month across. */
import { z } from 'zod'
import type { PropertyGroupId, PropertyId, StayId, VisitId } from '#domain/ids.ts'
import { TROUBLES } from '#domain/portfolio/troubles.ts'
import { PLATFORMS } from '#domain/stays/stay.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { day, id, moment, notes, timeOfDay } from './shapes.ts'

const seenStay = z.object({
  id: id<StayId>(),
  kind: z.enum(['stay', 'owner', 'block']),
  checkIn: day,
  checkOut: day,
  /** The place's usual time where nobody says another. */
  checkInTime: timeOfDay,
  checkOutTime: timeOfDay,
  guests: z.int().nullable(),
  platform: z.enum(PLATFORMS).nullable(),
})

const seenVisit = z.object({
  id: id<VisitId>(),
  serviceKey: z.string(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  state: z.enum(VISIT_STATES),
  crewFirstName: z.string().nullable(),
})

export const portfolio = defineEndpoints({
  'POST /api/get-portfolio-month': {
    access: 'customer',
    summary:
      'The places by name, a page at a time, with the stays and visits of the weeks of a month and what is wrong among them.',
    body: z.strictObject({
      /** Any day of the month. */
      month: day,
      search: notes(100).optional(),
      /** Null: those in no group. */
      groupId: id<PropertyGroupId>().nullable().optional(),
      limit: z.int().min(1).max(100).default(50),
      cursor: id<PropertyId>().optional(),
    }),
    reply: z.object({
      places: z.array(
        z.object({
          id: id<PropertyId>(),
          name: z.string(),
          groupName: z.string().nullable(),
          timeZone: z.string(),
          today: day,
          /** Whether turnovers follow its stays by themselves. */
          plansTurnovers: z.boolean(),
          stays: z.array(seenStay),
          visits: z.array(seenVisit),
          troubles: z.array(
            z.object({
              kind: z.enum(TROUBLES),
              date: day,
              stayIds: z.array(id<StayId>()),
              visitIds: z.array(id<VisitId>()),
            }),
          ),
        }),
      ),
      nextCursor: z.string().nullable(),
      totalCount: z.int(),
    }),
  },
})
