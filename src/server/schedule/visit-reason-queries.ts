/** What is on record of why a visit is on its day. */
import { sql } from 'kysely'
import type { PushedDayId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

export function findVisit(db: Db, scope: UserScope, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('weekly_job as job', 'job.id', 'visit.weekly_job_id')
    .where('visit.id', '=', visitId)
    .$if(scope.type === 'Customer', (query) => query.where('visit.customer_id', '=', scope.userId))
    .$if(scope.type === 'Crew', (query) => query.where('visit.crew_id', '=', scope.userId))
    .$if(scope.type === 'Operator', (query) =>
      query.where(sql<boolean>`(
        select market_id from users where users.id = visit.customer_id
      ) = ${scope.marketId}`),
    )
    .select(['visit.weekly_job_id', 'visit.date', 'visit.state', 'visit.created_at', 'property.time_zone'])
    .select(['visit.moved_from', 'visit.moved_by', 'visit.moved_source', 'property.holiday_rule_set_id'])
    .select(['job.weekdays', 'job.rhythm', 'job.starts_on', 'job.created_at as booked_at', 'job.updated_at'])
    .executeTakeFirst()
}

export function listEarlierTerms(db: Db, weeklyJobId: WeeklyJobId) {
  return db
    .selectFrom('weekly_job_earlier_terms')
    .where('weekly_job_id', '=', weeklyJobId)
    .orderBy('until_date')
    .select(['until_date', 'weekdays', 'rhythm'])
    .execute()
}

export function findMove(db: Db, weeklyJobId: WeeklyJobId, from: LocalDate) {
  return db
    .selectFrom('schedule_move')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('from_date', '=', from)
    .select('created_at')
    .executeTakeFirst()
}

export function findSkip(db: Db, weeklyJobId: WeeklyJobId, date: LocalDate) {
  return db
    .selectFrom('weekly_job_skip')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', date)
    .select(['reason', 'pushed_day_id', 'created_at'])
    .executeTakeFirst()
}

export function findPickupDay(db: Db, weeklyJobId: WeeklyJobId, date: LocalDate) {
  return db
    .selectFrom('pickup_day')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', date)
    .select(['not_before', 'nights', 'guests'])
    .executeTakeFirst()
}

export function findPushedDay(db: Db, id: PushedDayId) {
  return db
    .selectFrom('pushed_day')
    .where('id', '=', id)
    .select(['reason', 'note', 'created_at'])
    .executeTakeFirst()
}
