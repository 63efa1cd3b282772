/** Of what an owner is notified about a place, whoever looks after it hears, too, where it may see it and wants to. */
import type { PropertyId, ShareId, UserId } from '#domain/ids.ts'
import { type InEachLanguage, inEachLanguage } from '#domain/language.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import { HELPER_NEEDS } from '#domain/notifications/helper-rules.ts'
import { mayShare, type Need } from '#domain/sharing/rights.ts'
import type { Db } from '../db/client.ts'
import { helpersAt, type PlaceHelper } from './helper-queries.ts'

/** What of a notice is another's for a helper. */
type Shared = {
  readonly to: UserId
  readonly event: NotificationEvent
  readonly texts: InEachLanguage<{ readonly title: string; readonly text: string }>
  readonly url: string
  readonly shareId?: ShareId
}

/** The notices, and those of helpers. Links of these lead to the owner's places. */
export async function withHelpers<Notice extends Shared>(
  db: Db,
  notices: readonly Notice[],
  placeOf: (notice: Notice) => PropertyId | null,
): Promise<readonly Notice[]> {
  const concerning = notices.filter(({ event }) => HELPER_NEEDS[event] !== null)
  if (concerning.length === 0) return notices
  const ownerIds = [...new Set(concerning.map(({ to }) => to))]
  const propertyIds = [...new Set(concerning.flatMap((notice) => placeOf(notice) ?? []))]
  const helpers = await helpersAt(db, ownerIds, propertyIds)
  if (helpers.length === 0) return notices
  const also = concerning.flatMap((notice) =>
    helpersOf(notice, placeOf(notice), helpers).map((helper) => forHelper(notice, helper)),
  )
  return [...notices, ...also]
}

function helpersOf(
  { to, event }: Shared,
  place: PropertyId | null,
  helpers: readonly PlaceHelper[],
): PlaceHelper[] {
  const need = HELPER_NEEDS[event]
  if (need === null) return []
  const asked = place === null ? ofAccount(need) : need
  const wanted = helpers.filter(
    (helper) =>
      helper.ownerId === to && mayShare(helper, asked) && (place === null || helper.propertyId === place),
  )
  // Whoever looks after several places is told once of what is about none.
  return [...new Map(wanted.map((helper) => [helper.shareId, helper])).values()]
}

/** What is about no place is for who looks after all of them, and may say what they cost. */
function ofAccount({ right }: Need): Need {
  return { right: right === 'see' ? 'prices' : right, isWhole: true }
}

function forHelper<Notice extends Shared>(
  notice: Notice,
  { helperId, shareId, ownerName }: PlaceHelper,
): Notice {
  return {
    ...notice,
    to: helperId,
    shareId,
    texts: inEachLanguage((language) => {
      const { title, text } = notice.texts[language]
      return { title: `${ownerName}: ${title}`, text }
    }),
    url: pathToShared(shareId, notice.url),
  }
}

/** To the owner's places first, and then there. */
export function pathToShared(shareId: ShareId, url: string): string {
  return `/people?${new URLSearchParams({ share: shareId, to: url })}`
}
