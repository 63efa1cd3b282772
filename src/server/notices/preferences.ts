/** What a person sees and saves on `/notification-preferences`. */
import { randomUUID } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { eventsFor, fixedChannel, isChannelOn, type Preference } from '#domain/notifications/preferences.ts'
import type { QuietHours } from '#domain/notifications/quiet.ts'
import { CHANNELS, type Channel } from '#domain/notifications/rules.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { readListeners } from './listeners.ts'
import { notify } from './notify.ts'
import { savePreferences } from './save-preferences.ts'
import { noticeTexts } from './texts.ts'

export async function readPreferences({ db, ports }: App, { userId }: UserScope) {
  const listener = (await readListeners(db, [userId])).get(userId)!
  const { preferences, phone } = listener
  return {
    events: eventsFor(listener.type).map((event) => ({
      event,
      channels: CHANNELS.map((channel) => ({
        channel,
        isOn: isChannelOn(event, channel, preferences),
        isFixed: fixedChannel(event, channel) !== null,
      })),
    })),
    quietHours: listener.quiet,
    timeZone: listener.timeZone,
    email: listener.email,
    phoneEnding: phone?.slice(-4) ?? null,
    isPhoneOptedOut: listener.isPhoneOptedOut,
    deviceCount: await countDevices(db, userId, ports.clock.now()),
  }
}

async function countDevices(db: Db, userId: UserId, now: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('push_subscription.user_id', '=', userId)
    .where('session.expires_at', '>', toTimestamp(now))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Changes = {
  readonly preferences: readonly Preference[]
  readonly quietHours?: QuietHours | undefined
}

/** What cannot be switched off is refused by name, and nothing is saved. */
export async function changePreferences(
  app: App,
  { userId }: UserScope,
  { preferences, quietHours }: Changes,
): Promise<void> {
  const fixed = preferences.findIndex(
    ({ event, channel, isOn }) => !isOn && fixedChannel(event, channel) !== null,
  )
  if (fixed !== -1)
    throw new Refused('bad_input', {
      faults: { [`preferences.${fixed}.isOn`]: 'moneyMailsStayOn' },
    })
  await inTransaction(app.db, async (trx) => {
    await savePreferences(trx, userId, preferences)
    if (quietHours !== undefined) await saveQuietHours(trx, userId, quietHours)
  })
}

async function saveQuietHours(db: Db, userId: UserId, quiet: QuietHours): Promise<void> {
  const row = { is_on: quiet.isOn, starts: quiet.from, ends: quiet.until, holds_mail: quiet.holdsMail }
  await db
    .insertInto('quiet_hours')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Answers the channels on which it goes out. */
export async function sendTestNotice(app: App, { userId }: UserScope): Promise<Channel[]> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (trx) => {
    const listener = (await readListeners(trx, [userId])).get(userId)!
    await notify(trx, {
      to: userId,
      event: 'test_notice',
      key: `test:${randomUUID()}`,
      words: inEachLanguage((language) => noticeTexts[language].test),
      url: '/notification-preferences',
      now,
    })
    return CHANNELS.filter((channel) => channel !== 'sms' && listener.reachedBy.has(channel))
  })
}
