/** What the holidays of coming weeks do to the days of weekly work. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { bookingItems } from './prices.ts'
import { day } from './shapes.ts'

export const holidayName = z.object({ nameEn: z.string(), nameEs: z.string() })

/** A day that a holiday moves; null where the work of that day is not done. */
const dayShift = z.object({ from: day, to: day.nullable() })

export const holidays = defineEndpoints({
  'POST /api/get-booking-holidays': {
    access: 'customer',
    summary: 'Which days of a weekly booking the holidays of the next six weeks move, before it is booked.',
    body: z.strictObject({ items: bookingItems, startsOn: day }),
    reply: z.object({
      weeks: z.array(
        holidayName.extend({
          date: day,
          /** None: nothing moves. */
          shifts: z.array(dayShift),
          /** Null where it is so at every place that is booked. */
          propertyCount: z.int().nullable(),
        }),
      ),
    }),
  },
})
