/** What a person sees and saves on `/notification-preferences`. */

import { randomUUID } from 'node:crypto'
import { inEachLanguage } from '#domain/language.ts'
import { eventsFor, fixedChannel, isChannelOn, type Preference } from '#domain/notifications/preferences.ts'
import type { QuietHours } from '#domain/notifications/quiet.ts'
import { CHANNELS, type Channel } from '#domain/notifications/rules.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { notify } from './notify.ts'
import { countDevices, savePreferences, saveQuietHours } from './preference-queries.ts'
import { readRecipients } from './read-recipients.ts'
import { noticeTexts } from './texts.ts'

export async function readPreferences({ db, ports }: App, { userId }: UserScope) {
  const recipient = (await readRecipients(db, [userId])).get(userId)!
  const { preferences, phone } = recipient
  return {
    events: eventsFor(recipient.type).map((event) => ({
      event,
      channels: CHANNELS.map((channel) => ({
        channel,
        isOn: isChannelOn(event, channel, preferences),
        isFixed: fixedChannel(event, channel) !== null,
      })),
    })),
    quietHours: recipient.quiet,
    timeZone: recipient.timeZone,
    email: recipient.email,
    phoneEnding: phone?.slice(-4) ?? null,
    isPhoneOptedOut: recipient.isPhoneOptedOut,
    deviceCount: await countDevices(db, userId, ports.clock.now()),
  }
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

/** Answers the channels on which it goes out. */
export async function sendTestNotice(app: App, { userId }: UserScope): Promise<Channel[]> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (trx) => {
    const recipient = (await readRecipients(trx, [userId])).get(userId)!
    await notify(trx, {
      to: userId,
      event: 'test_notice',
      key: `test:${randomUUID()}`,
      texts: inEachLanguage((language) => noticeTexts[language].test),
      url: '/notification-preferences',
      now,
    })
    return CHANNELS.filter((channel) => channel !== 'sms' && recipient.reachedBy.has(channel))
  })
}
