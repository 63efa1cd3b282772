/** Who works at a place, and what is to come there. */
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** Visits that have not begun, whoever has them, and the crews of these and of the weekly jobs here. */
export async function findWorkAt(db: Db, propertyId: PropertyId, now: Instant) {
  const visits = await db
    .selectFrom('visit')
    .where('property_id', '=', propertyId)
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('ends_at', '>', toTimestamp(now))
    .select(['id', 'crew_id', 'weekly_job_id'])
    .execute()
  const assignees = await db
    .selectFrom('assignment')
    .innerJoin('weekly_job', 'weekly_job.id', 'assignment.weekly_job_id')
    .where('weekly_job.property_id', '=', propertyId)
    .where('assignment.released_at', 'is', null)
    .select('assignment.crew_id')
    .execute()
  const crewIds = [...new Set([...visits, ...assignees].flatMap(({ crew_id }) => crew_id ?? []))]
  const rows =
    crewIds.length === 0
      ? []
      : await db
          .selectFrom('users')
          .innerJoin('crew_profile', 'crew_profile.user_id', 'users.id')
          .where('users.id', 'in', crewIds)
          .select(['users.id', 'users.lat', 'users.lng', 'crew_profile.range_feet'])
          .execute()
  const crews = rows.map(({ lat, lng, ...crew }) => ({
    ...crew,
    base: lat === null || lng === null ? null : { lat, lng },
  }))
  return { visits, crews }
}

/** Whether a crew has taken what was ordered here once, or is on its way here, or at work. */
export async function isCrewComing(db: Db, propertyId: PropertyId): Promise<boolean> {
  const visit = await db
    .selectFrom('visit')
    .leftJoin('on_demand_order', 'on_demand_order.visit_id', 'visit.id')
    .where('visit.property_id', '=', propertyId)
    .where('visit.crew_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('visit.state', 'in', ['en_route', 'in_progress']),
        eb.and([
          eb('visit.state', 'in', ['scheduled', 'confirmed', 'reopened']),
          eb('on_demand_order.id', 'is not', null),
        ]),
      ]),
    )
    .limit(1)
    .select('visit.id')
    .executeTakeFirst()
  return visit !== undefined
}

/** Ends what these crews have of the weekly jobs at the place. */
export async function releaseAssignmentsOf(
  db: Db,
  propertyId: PropertyId,
  crewIds: readonly UserId[],
  today: LocalDate,
  now: Instant,
): Promise<void> {
  if (crewIds.length === 0) return
  await db
    .updateTable('assignment')
    .set({ released_at: toTimestamp(now), released_from: today, release_reason: 'job_changed' })
    .where('crew_id', 'in', crewIds)
    .where('released_at', 'is', null)
    .where('weekly_job_id', 'in', (eb) =>
      eb.selectFrom('weekly_job').where('weekly_job.property_id', '=', propertyId).select('weekly_job.id'),
    )
    .execute()
}
