/** Notifying people: what waited for its hour, reminders of visits, and deleting old notices. */
import { DAY_MS, instant } from '#domain/time.ts'
import { notifyOfHolidays } from '../holidays/notify-of-holidays.ts'
import { notifyWaitlist } from '../markets/notify-waitlist.ts'
import { deliverNotice } from '../notices/deliver-notice.ts'
import { remindOfVisits } from '../notices/remind-of-visits.ts'
import { deleteMessagesBefore } from '../operator/outbox-queries.ts'
import { notifyOfPrice } from '../price-desk/notify-of-price.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { Task } from '../tasks/task.ts'
import { deleteNoticesBefore, deleteSignInsBefore } from './queries.ts'

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

/** Long enough for whoever asks who was in an account, and no longer. */
const SIGN_IN_DAYS_KEPT = 400

export const forgetNotices: Task<'forget_notices'> = {
  kind: 'forget_notices',
  tries: 3,
  outside: async ({ db, ports }, { marketId }) => {
    const now = ports.clock.now()
    const { noticeDaysKept } = await settingsAt(db, marketId, now)
    const before = instant(now - noticeDaysKept * DAY_MS)
    await deleteNoticesBefore(db, marketId, before)
    await deleteMessagesBefore(db, marketId, before)
    await deleteSignInsBefore(db, marketId, instant(now - SIGN_IN_DAYS_KEPT * DAY_MS))
  },
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
