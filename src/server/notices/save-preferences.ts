import type { UserId } from '#domain/ids.ts'
import type { Preference } from '#domain/notifications/preferences.ts'
import type { Db } from '../db/client.ts'

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
