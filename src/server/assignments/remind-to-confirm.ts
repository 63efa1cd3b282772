/** Crews are reminded of the week to confirm, only while something of it is unconfirmed. */
import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { momentText } from '#domain/notifications/clock-texts.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { confirmBy, weekToConfirm } from '#domain/visits/confirmation.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { scheduleOtherCutoffs } from './lapse.ts'
import { assignmentTexts } from './texts.ts'

/** `at` is the reminder's slot, so that each of the two is told once. */
export async function remindToConfirm(
  app: App,
  db: Db,
  { marketId, at }: { marketId: string; at: Instant },
): Promise<void> {
  const now = app.ports.clock.now()
  const { time_zone: zone } = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select('time_zone')
    .executeTakeFirstOrThrow()
  const settings = await settingsAt(db, marketId, now)
  const week = weekToConfirm(now, zone, settings)
  await scheduleOtherCutoffs(db, { marketId, zone, week, now })
  const cutoff = confirmBy(week.from, zone, settings)
  const crews = await unconfirmedByCrew(db, marketId, week, now)
  const notices = crews.map(({ crewId, count }) => ({
    to: crewId,
    event: 'confirm_week' as const,
    key: `confirm-week:${at}`,
    url: '/confirm-jobs',
    now,
    texts: reminderTexts(count, cutoff, zone),
  }))
  await notifyAll(db, notices)
}

async function unconfirmedByCrew(
  db: Db,
  marketId: string,
  week: { from: LocalDate; to: LocalDate },
  now: Instant,
): Promise<{ crewId: UserId; count: number }[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.crew_id')
    .where('users.market_id', '=', marketId)
    .where('visit.crew_id', 'is not', null)
    .where('visit.state', '=', 'scheduled')
    .where('visit.date', '>=', week.from)
    .where('visit.date', '<=', week.to)
    // The index of open visits knows the end of their windows.
    .where('visit.ends_at', '>', toTimestamp(now))
    .groupBy('visit.crew_id')
    .select(['visit.crew_id', (the) => the.fn.countAll<number>().as('count')])
    .execute()
  return rows.map((row) => ({ crewId: row.crew_id as UserId, count: row.count }))
}

function reminderTexts(count: number, cutoff: Instant, zone: string) {
  return inEachLanguage((language) =>
    assignmentTexts[language].confirmWeek(count, momentText(cutoff, zone, language)),
  )
}
