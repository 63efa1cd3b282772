/** How people want to be notified, and where they can be reached. */

import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { toNotificationEvent } from '#domain/notifications/events.ts'
import type { Preference } from '#domain/notifications/preferences.ts'
import { DEFAULT_QUIET_HOURS, type QuietHours } from '#domain/notifications/quiet.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import type { Db } from '../db/client.ts'
import type { UserType } from '../scope.ts'
import { peopleOf, preferencesOf } from './preference-queries.ts'

export type Recipient = {
  readonly userId: UserId
  readonly type: UserType
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly locale: Language
  readonly timeZone: string
  readonly preferences: readonly Preference[]
  readonly quiet: QuietHours
  /** A phone whose owner answered STOP is none (field 38). */
  readonly isPhoneOptedOut: boolean
  readonly reachedBy: ReadonlySet<Channel>
}

export async function readRecipients(db: Db, userIds: readonly UserId[]): Promise<Map<string, Recipient>> {
  if (userIds.length === 0) return new Map()
  const ids = [...new Set(userIds)]
  const people = await peopleOf(db, ids)
  const preferences = await preferencesOf(db, ids)
  const preferencesByPerson = Map.groupBy(preferences, (row) => row.user_id)
  return new Map(
    people.map((row) => {
      const isPhoneOptedOut = row.opted_out_at !== null
      const reachedBy = new Set<Channel>(['in_app', 'mail'])
      if (row.phone !== null && !isPhoneOptedOut) reachedBy.add('sms')
      if (row.has_devices) reachedBy.add('push')
      return [
        row.id,
        {
          userId: row.id,
          type: row.type,
          name: row.name,
          email: row.email,
          phone: row.phone,
          locale: row.locale,
          timeZone: row.time_zone,
          preferences: (preferencesByPerson.get(row.id) ?? []).map((each) => ({
            event: toNotificationEvent(each.event),
            channel: each.channel,
            isOn: each.is_on,
          })),
          quiet: quietHoursOf(row),
          isPhoneOptedOut,
          reachedBy,
        },
      ]
    }),
  )
}

type QuietRow = {
  is_on: boolean | null
  starts: QuietHours['from'] | null
  ends: QuietHours['until'] | null
  holds_mail: boolean | null
}

function quietHoursOf({ is_on, starts, ends, holds_mail }: QuietRow): QuietHours {
  if (is_on === null || starts === null || ends === null || holds_mail === null) return DEFAULT_QUIET_HOURS
  return { isOn: is_on, from: starts, until: ends, holdsMail: holds_mail }
}
