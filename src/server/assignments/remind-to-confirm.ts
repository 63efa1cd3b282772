/** Crews are reminded of the week to confirm, only while something of it is unconfirmed. */
import { inEachLanguage } from '#domain/language.ts'
import { momentText } from '#domain/notifications/clock-texts.ts'
import type { Instant } from '#domain/time.ts'
import { confirmBy, weekToConfirm } from '#domain/visits/confirmation.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { notifyAll } from '../notices/notify.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { scheduleOtherCutoffs } from './lapse-unconfirmed.ts'
import { assignmentTexts } from './texts.ts'
import { countUnconfirmedByCrew } from './visit-queries.ts'

/** `at` is the reminder's slot, so that each of the two is sent once. */
export async function remindToConfirm(
  app: App,
  db: Db,
  { marketId, at }: { marketId: string; at: Instant },
): Promise<void> {
  const now = app.ports.clock.now()
  const zone = await marketZone(db, { marketId })
  const settings = await settingsAt(db, marketId, now)
  const week = weekToConfirm(now, zone, settings)
  await scheduleOtherCutoffs(db, { marketId, zone, week, now })
  const cutoff = confirmBy(week.from, zone, settings)
  const crews = await countUnconfirmedByCrew(db, marketId, week, now)
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

function reminderTexts(count: number, cutoff: Instant, zone: string) {
  return inEachLanguage((language) =>
    assignmentTexts[language].confirmWeek(count, momentText(cutoff, zone, language)),
  )
}
