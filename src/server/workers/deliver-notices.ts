/** Notifying people: what waited for its hour, reminders of visits, and mails of the morning and the night. */
import { type DueReader, dueReaders } from '../digests/queries.ts'
import { sendDigest } from '../digests/send-digest.ts'
import { notifyOfHolidays } from '../holidays/notify-of-holidays.ts'
import { notifyWaitlist } from '../markets/notify-waitlist.ts'
import { sendNightReports } from '../night-reports/send-night-reports.ts'
import { deliverNotice } from '../notices/deliver-notice.ts'
import { remindOfVisits } from '../notices/remind-of-visits.ts'
import { notifyOfPrice } from '../price-desk/notify-of-price.ts'
import { mintScopeOf } from '../scope.ts'
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

export const sendNightReportsTask: Task<'send_night_reports'> = {
  kind: 'send_night_reports',
  tries: 3,
  outside: (app, { marketId }) => sendNightReports(app, marketId),
}

const READERS_AT_ONCE = 50

/** A city's readers, page by page, each by itself. Whoever cannot be read keeps nobody else waiting; the task is then tried again. */
export const sendDigestsTask: Task<'send_digests'> = {
  kind: 'send_digests',
  tries: 3,
  outside: async (app, { marketId }) => {
    const now = app.ports.clock.now()
    const failures: unknown[] = []
    let after: DueReader | null = null
    for (;;) {
      const page: DueReader[] = await dueReaders(app.db, { marketId, now, after, limit: READERS_AT_ONCE })
      for (const due of page)
        await sendDigest(app, mintScopeOf({ ...due, type: 'Customer' }), due).catch((error: unknown) => {
          failures.push(error)
        })
      if (page.length < READERS_AT_ONCE) break
      after = page.at(-1)!
    }
    if (failures.length > 0) throw failures[0]
  },
}
