/** Somebody who looks after an owner's places, as if it had taken an invitation. */
import type { ComplexGroupId, PropertyGroupId, ShareId, UserId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toTimestamp } from '#server/db/client.ts'

type ShareInput = {
  readonly ownerId: UserId
  readonly helperId: UserId
  readonly role: ShareRole
  readonly isWhole?: boolean
  readonly propertyGroupIds?: readonly PropertyGroupId[]
  readonly complexGroupIds?: readonly ComplexGroupId[]
  readonly getsNotices?: boolean
  readonly getsReminders?: boolean
}

/** Over nothing at all unless told otherwise. */
export async function buildShare(
  app: App,
  {
    ownerId,
    helperId,
    role,
    isWhole = false,
    getsNotices = true,
    getsReminders = false,
    ...groups
  }: ShareInput,
): Promise<ShareId> {
  const now = app.ports.clock.now()
  const { id } = await app.db
    .insertInto('share')
    .values({
      owner_id: ownerId,
      helper_id: helperId,
      name: 'Hana Helper',
      email: `${helperId}@helper.test`,
      locale: 'en',
      role,
      is_whole: isWhole,
      gets_notices: getsNotices,
      gets_reminders: getsReminders,
      created_at: toTimestamp(now),
      sent_at: toTimestamp(now),
      expires_at: toTimestamp(instant(now + 7 * DAY_MS)),
      joined_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reached = [
    ...(groups.propertyGroupIds ?? []).map((group) => ({ property_group_id: group })),
    ...(groups.complexGroupIds ?? []).map((group) => ({ complex_group_id: group })),
  ]
  for (const group of reached)
    await app.db
      .insertInto('share_group')
      .values({ share_id: id, ...group })
      .execute()
  return id
}
