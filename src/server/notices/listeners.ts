/** How people want to be told, and by what they can be reached. */
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { Preference } from '#domain/notifications/preferences.ts'
import { DEFAULT_QUIET_HOURS, type QuietHours } from '#domain/notifications/quiet.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import type { Db } from '../db/client.ts'
import type { UserType } from '../scope.ts'

export type ListeningPerson = {
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

export async function readListeners(
  db: Db,
  userIds: readonly UserId[],
): Promise<Map<string, ListeningPerson>> {
  if (userIds.length === 0) return new Map()
  const ids = [...new Set(userIds)]
  const people = await peopleOf(db, ids)
  const preferences = await db
    .selectFrom('notice_preference')
    .where('user_id', 'in', ids)
    .select(['user_id', 'event', 'channel', 'is_on'])
    .execute()
  const preferencesOf = Map.groupBy(preferences, (row) => row.user_id)
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
          preferences: (preferencesOf.get(row.id) ?? []).map((each) => ({
            event: each.event as NotificationEvent,
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

function peopleOf(db: Db, ids: UserId[]) {
  return db
    .selectFrom('users')
    .leftJoin('quiet_hours', 'quiet_hours.user_id', 'users.id')
    .leftJoin('sms_opt_out', 'sms_opt_out.phone', 'users.phone')
    .where('users.id', 'in', ids)
    .select([
      'users.id',
      'users.type',
      'users.name',
      'users.email',
      'users.phone',
      'users.locale',
      'users.time_zone',
      'quiet_hours.is_on',
      'quiet_hours.starts',
      'quiet_hours.ends',
      'quiet_hours.holds_mail',
      'sms_opt_out.opted_out_at',
    ])
    .select((the) =>
      the
        .exists(the.selectFrom('push_subscription').whereRef('push_subscription.user_id', '=', 'users.id'))
        .as('has_devices'),
    )
    .execute()
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
