/** What of a reminder is still to come: reminders die with their visits, in the list as in a mail (field 37). */
import { sql } from 'kysely'
import type { NoticeId } from '#domain/ids.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { Db } from '../db/client.ts'
import type { RemindedVisit } from './reminder-words.ts'

export const TO_COME: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened']

/** By notice; one with nothing left is not in it. */
export async function livingReminders(
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
    .where(sql<boolean>`reminder.user_id in (visit.customer_id, visit.crew_id)`)
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
    .select(sql<boolean>`reminder.user_id = visit.crew_id`.as('is_crew'))
    .execute()
  const living = new Map<string, RemindedVisit[]>()
  for (const row of rows) {
    const visit = {
      visitId: row.id,
      reader: row.is_crew ? ('crew' as const) : ('customer' as const),
      date: row.date,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      zone: row.zone,
      place: row.place,
      service: { en: row.name_en, es: row.name_es },
    }
    const others = living.get(row.notice_id!)
    if (others === undefined) living.set(row.notice_id!, [visit])
    else others.push(visit)
  }
  return living
}
