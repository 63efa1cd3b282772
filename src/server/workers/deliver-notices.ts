/** Notifying people: what waited for its hour, and reminders of visits. */
import { notifyOfHolidays } from '../holidays/notify-of-holidays.ts'
import { notifyWaitlist } from '../markets/notify-waitlist.ts'
import { deliverNotice } from '../notices/deliver-notice.ts'
import { remindOfVisits } from '../notices/remind-of-visits.ts'
import { notifyOfPrice } from '../price-desk/notify-of-price.ts'
import type { Task } from '../tasks/task.ts'

export const deliverNoticeTask: Task<'deliver_notice'> = {
  kind: 'deliver_notice',
  tries: 8,
  outside: deliverNotice,
}

export const remindOfVisitsTask: Task<'remind_of_visits'> = {
  kind: 'remind_of_visits',
  tries: 3,
  outside: (app, { marketId }) => remindOfVisits(app, marketId),
}

export const notifyOfHolidaysTask: Task<'notify_of_holidays'> = {
  kind: 'notify_of_holidays',
  tries: 3,
  outside: (app, { marketId }) => notifyOfHolidays(app, marketId),
}

export const notifyOfPriceTask: Task<'notify_of_price'> = {
  kind: 'notify_of_price',
  tries: 8,
  inTransaction: notifyOfPrice,
}

export const notifyWaitlistTask: Task<'notify_waitlist'> = {
  kind: 'notify_waitlist',
  tries: 8,
  inTransaction: notifyWaitlist,
}
