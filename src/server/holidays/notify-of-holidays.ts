/** A week before a holiday moves days or leaves them out, each customer is notified of it: one notice a week, however many visits it is about. */
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { readHolidayNames } from '../schedule/holiday-queries.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { listDaysToNotify, type ChangedDay, NOTICE_KEY, PEOPLE_AT_ONCE } from './queries.ts'
import { holidayWeekTexts } from './texts.ts'

export async function notifyOfHolidays(app: App, marketId: string): Promise<void> {
  while ((await notifySome(app, marketId)) === PEOPLE_AT_ONCE);
}

/** Answers how many people and weeks there were. */
function notifySome(app: App, marketId: string): Promise<number> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { customerReminderTime: time } = await settingsAt(trx, marketId, now)
    const days = await listDaysToNotify(trx, { marketId, now, time })
    const names = await readHolidayNames(trx, [...new Set(days.map(({ holiday }) => holiday))])
    const weeks = [...Map.groupBy(days, keyOf).values()]
    await notifyAll(
      trx,
      weeks.map(
        (week): Notice => ({
          to: week[0]!.customerId,
          event: 'day_moved',
          key: NOTICE_KEY + week[0]!.monday,
          texts: holidayWeekTexts(week, names.get(week[0]!.holiday)!),
          url: `/jobs?week=${week[0]!.to ?? week[0]!.from}`,
          now,
        }),
      ),
    )
    return weeks.length
  })
}

function keyOf({ customerId, monday }: ChangedDay): string {
  return `${customerId} ${monday}`
}
