/** What of a reminder is still to come: reminders end with their visits, in the list as in a mail (field 37). */

import { type Insertable, sql } from 'kysely'
import type { NoticeId } from '#domain/ids.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { reaches } from './helper-queries.ts'
import type { RemindedVisit } from './reminder-texts.ts'

export const TO_COME: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened']

/**
 * Of a visit, its place, the reminder, and the share by which its notice came, if it did: whoever has the visit, or still
 * looks after the place and wants it.
 */
export function isItsReader() {
  return sql<boolean>`(case when share.id is null then reminder.user_id in (visit.customer_id, visit.crew_id)
    else share.owner_id = visit.customer_id and share.ended_at is null and share.gets_reminders
      and ${reaches('property')} end)`
}

/** By notice; one with nothing left is not in it. */
export async function activeReminders(
  db: Db,
  noticeIds: readonly NoticeId[],
): Promise<Map<string, RemindedVisit[]>> {
  if (noticeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('visit_reminder as reminder')
    .innerJoin('visit', 'visit.id', 'reminder.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('reminder.notice_id', 'in', [...noticeIds])
    .where('visit.state', 'in', TO_COME)
    .whereRef('visit.starts_at', '=', 'reminder.starts_at')
    .innerJoin('notice', 'notice.id', 'reminder.notice_id')
    .leftJoin('share', 'share.id', 'notice.share_id')
    .leftJoin('users as owner', 'owner.id', 'share.owner_id')
    .where(isItsReader())
    .orderBy('visit.starts_at')
    .orderBy('visit.position')
    .orderBy('visit.id')
    .select([
      'reminder.notice_id',
      'visit.id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'property.name as place',
      'property.time_zone as zone',
      'service.name_en',
      'service.name_es',
    ])
    .select('owner.name as owner_name')
    .select(sql<boolean>`coalesce(reminder.user_id = visit.crew_id, false)`.as('is_crew'))
    .execute()
  const active = new Map<string, RemindedVisit[]>()
  for (const row of rows) {
    const visit = {
      visitId: row.id,
      reader: row.is_crew ? ('crew' as const) : ('customer' as const),
      ownerName: row.owner_name,
      date: row.date,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      zone: row.zone,
      place: row.place,
      service: { en: row.name_en, es: row.name_es },
    }
    const others = active.get(row.notice_id!)
    if (others === undefined) active.set(row.notice_id!, [visit])
    else others.push(visit)
  }
  return active
}

/** Who has the visit, who does it, and who looks after the place and chose to be reminded. */
export type Reader = RemindedVisit['reader'] | 'helper'

const READERS = {
  customer: 'visit.customer_id',
  crew: 'visit.crew_id',
  helper: 'share.helper_id',
} as const

export const VISITS_AT_ONCE = 1_000

/** The evening before, in any zone, is nearer than this to the end of the visit. */
const AHEAD_MS = 3 * DAY_MS

export type Hour = { readonly marketId: string; readonly reader: Reader; readonly now: Instant }

export function dueRows(db: Db, { marketId, reader, now }: Hour, settings: BusinessSettings) {
  const at = toTimestamp(now)
  const localNow = sql`(${at}::timestamptz at time zone property.time_zone)`
  const { customerReminderTime, crewReminderTime } = settings
  const [daysBefore, time] = reader === 'crew' ? [0, crewReminderTime] : [1, customerReminderTime]
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('share', (join) =>
      join
        .onRef('share.owner_id', '=', 'visit.customer_id')
        .on(sql<boolean>`${sql.lit(reader === 'helper')}`)
        .on('share.gets_reminders', '=', true)
        .on('share.ended_at', 'is', null)
        .on(reaches('property')),
    )
    .leftJoin('users as owner', 'owner.id', 'share.owner_id')
    .innerJoin('users as reader', (join) => join.onRef('reader.id', '=', READERS[reader]))
    .where('visit.state', 'in', TO_COME)
    .where('visit.ends_at', '>', at)
    .where('visit.ends_at', '<', toTimestamp(instant(now + AHEAD_MS)))
    .where('reader.market_id', '=', marketId)
    .where(sql<boolean>`visit.date = ${localNow}::date + ${daysBefore}::integer`)
    .where(sql<boolean>`${localNow}::time >= ${time}::time`)
    .where((the) =>
      the.not(
        the.exists(
          the
            .selectFrom('visit_reminder')
            .whereRef('visit_reminder.visit_id', '=', 'visit.id')
            .whereRef('visit_reminder.user_id', '=', 'reader.id')
            .whereRef('visit_reminder.starts_at', '=', 'visit.starts_at'),
        ),
      ),
    )
    .orderBy('reader.id')
    .orderBy('share.id')
    .orderBy('visit.date')
    .orderBy('visit.starts_at')
    .orderBy('visit.position')
    .orderBy('visit.id')
    .limit(VISITS_AT_ONCE)
    .select([
      'reader.id as reader_id',
      'share.id as share_id',
      'owner.name as owner_name',
      'visit.id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'property.name as place',
      'property.time_zone as zone',
      'service.name_en',
      'service.name_es',
    ])
    .execute()
}

export async function insertReminders(
  db: Db,
  rows: readonly Insertable<Database['visit_reminder']>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('visit_reminder')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
