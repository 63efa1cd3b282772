/** How what tells of a place's stays is, and the stays themselves, for whoever owns the place. */
import type { ReplyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { PropertyId } from '#domain/ids.ts'
import { toFeedFault } from '#domain/stays/calendar.ts'
import { nightsOf, overlapsOf, type Stay } from '#domain/stays/stay.ts'
import { addDays, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findProperty } from '../places/queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { listStays } from '../stays/queries.ts'
import { listSources } from './queries.ts'

const AHEAD_DAYS = 120
const MOST_SHOWN = 60

type Reply = ReplyInput<Contract['GET /api/stay-sources']>

export async function readSources(
  { db, ports }: App,
  scope: CustomerScope,
  propertyId: PropertyId,
): Promise<Reply> {
  const property = await findProperty(db, scope, propertyId)
  if (property === undefined) throw new Refused('not_found')
  const today = dateAt(ports.clock.now(), property.time_zone)
  const [sources, stays] = await Promise.all([
    listSources(db, scope, propertyId),
    listStays(db, { propertyIds: [propertyId], from: today, to: addDays(today, AHEAD_DAYS) }),
  ])
  const booked = stays.filter(({ state }) => state === 'booked')
  return {
    sources: sources.map(toSource),
    stays: booked.slice(0, MOST_SHOWN).map(toShown),
    overlaps: overlapsOf(booked)
      .slice(0, MOST_SHOWN)
      .map(([first, second]) => ({ first: toShown(first), second: toShown(second) })),
  }
}

function toShown(stay: Stay): Reply['stays'][number] {
  const { id, kind, isGuess, checkIn, checkOut, checkInTime, checkOutTime, guests, pets, platform } = stay
  return {
    id,
    kind,
    isGuess,
    checkIn,
    checkOut,
    checkInTime,
    checkOutTime,
    guests,
    pets,
    platform,
    nights: nightsOf(stay),
  }
}

function toSource(row: Awaited<ReturnType<typeof listSources>>[number]): Reply['sources'][number] {
  const { id, kind, platform } = row
  if (row.host === null)
    return { id, kind, platform, isPaused: row.paused_at !== null, feed: null, account: toAccount(row) }
  return {
    id,
    kind,
    platform,
    isPaused: row.paused_at !== null,
    account: null,
    feed: {
      shownAddress: `${row.host}/…${row.ending ?? ''}`,
      readAt: row.read_at,
      goodAt: row.good_at,
      nextReadAt: row.next_read_at,
      fault: toFeedFault(row.fault),
      isSilent: row.silent_since !== null,
      missing: row.missing ?? 0,
      doubt: row.doubt,
      ignored: row.ignored ?? {},
      lastChange:
        row.changed_at === null
          ? null
          : {
              at: row.changed_at,
              added: row.added ?? 0,
              moved: row.moved ?? 0,
              cancelled: row.cancelled ?? 0,
            },
    },
  }
}

function toAccount({
  account_state,
  last_read_at,
  gone_since,
}: Awaited<ReturnType<typeof listSources>>[number]) {
  if (account_state === null) return null
  return { readAt: last_read_at, isLapsed: account_state === 'lapsed', goneSince: gone_since }
}
