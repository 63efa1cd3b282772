import type { UserId } from '#domain/ids.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { Preference } from '#domain/notifications/preferences.ts'
import type { QuietHours } from '#domain/notifications/quiet.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** The last word on the same event and channel holds. */
export async function savePreferences(
  db: Db,
  userId: UserId,
  preferences: readonly Preference[],
): Promise<void> {
  const last = new Map(preferences.map((each) => [`${each.event} ${each.channel}`, each]))
  if (last.size === 0) return
  await db
    .insertInto('notice_preference')
    .values(
      [...last.values()].map(({ event, channel, isOn }) => ({
        user_id: userId,
        event,
        channel,
        is_on: isOn,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'event', 'channel'])
        .doUpdateSet((of) => ({ is_on: of.ref('excluded.is_on') })),
    )
    .execute()
}

export async function countDevices(db: Db, userId: UserId, now: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('push_subscription.user_id', '=', userId)
    .where('session.expires_at', '>', toTimestamp(now))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function saveQuietHours(db: Db, userId: UserId, quiet: QuietHours): Promise<void> {
  const row = { is_on: quiet.isOn, starts: quiet.from, ends: quiet.until, holds_mail: quiet.holdsMail }
  await db
    .insertInto('quiet_hours')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export function peopleOf(db: Db, ids: UserId[]) {
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

export async function insertUnsubscribeToken(
  db: Db,
  token: {
    readonly tokenHash: Buffer
    readonly userId: UserId
    readonly event: NotificationEvent
    readonly now: Instant
  },
): Promise<void> {
  await db
    .insertInto('unsubscribe_token')
    .values({
      token_hash: token.tokenHash,
      user_id: token.userId,
      event: token.event,
      created_at: toTimestamp(token.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findUnsubscribeToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('unsubscribe_token')
    .where('token_hash', '=', tokenHash)
    .select(['user_id', 'event'])
    .executeTakeFirst()
}

export function preferencesOf(db: Db, userIds: readonly UserId[]) {
  return db
    .selectFrom('notice_preference')
    .where('user_id', 'in', [...userIds])
    .select(['user_id', 'event', 'channel', 'is_on'])
    .execute()
}
