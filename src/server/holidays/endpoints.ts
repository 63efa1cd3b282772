import type { holidays } from '#contract/holidays.ts'
import type { Handlers } from '../http/handler.ts'
import { readBookingHolidays } from './read-booking-holidays.ts'

export const holidayHandlers: Handlers<typeof holidays> = {
  'POST /api/get-booking-holidays': ({ app, scope, body }) => readBookingHolidays(app, scope, body),
}
