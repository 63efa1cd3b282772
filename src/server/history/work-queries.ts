/** What happened at a place, a complex and in a weekly job. */
import { type RawBuilder, sql } from 'kysely'
import type { ComplexId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import type { OperatorScope } from '../scope.ts'
import { visitsWhere } from './person-queries.ts'
import { nameOf, type Source } from './source-queries.ts'
import { changesOf, notesAbout, noticesWhere } from './words-queries.ts'

type Place = { readonly id: PropertyId; readonly complexId: ComplexId | null }

export function placeSources(
  scope: OperatorScope,
  { id, complexId }: Place,
  until: RawBuilder<unknown>,
): Source[] {
  return [
    {
      kind: 'place_made',
      from: sql`property`,
      id: 'id',
      at: 'created_at',
      where: sql`id = ${id}`,
      columns: { title: 'name', by: "'customer'" },
    },
    jobsWhere(sql`job.property_id = ${id}`),
    visitsWhere(sql`visit.property_id = ${id}`, until),
    {
      kind: 'order',
      from: sql`on_demand_order`,
      id: 'id',
      at: 'created_at',
      where: sql`property_id = ${id}`,
      columns: { title: 'service_key', state: 'state', visit: 'visit_id' },
    },
    noticesWhere(sql`notice.property_id = ${id} and notice.is_in_app`),
    notesAbout(id),
    changesOf(
      scope,
      sql`select ${id}::text union all select ${complexId}::text
        union all select job.id::text from weekly_job job where job.property_id = ${id}`,
    ),
    ...(complexId === null ? [] : [notesAbout(complexId), exceptionsOf(complexId)]),
  ]
}

function exceptionsOf(complexId: ComplexId): Source {
  return {
    kind: 'exception',
    from: sql`complex_exception`,
    id: 'id',
    at: 'created_at',
    where: sql`complex_id = ${complexId}`,
    columns: { title: 'kind', note: 'note', by: "'customer'" },
  }
}

function jobsWhere(where: RawBuilder<unknown>): Source {
  return {
    kind: 'job_made',
    from: sql`weekly_job job`,
    id: 'job.id',
    at: 'job.created_at',
    where,
    columns: { title: 'job.service_key', state: 'job.state', by: "'customer'" },
  }
}

export function jobSources(scope: OperatorScope, id: WeeklyJobId, until: RawBuilder<unknown>): Source[] {
  return [
    jobsWhere(sql`job.id = ${id}`),
    visitsWhere(sql`visit.weekly_job_id = ${id}`, until),
    ...crewsOf(id),
    {
      kind: 'paused',
      from: sql`weekly_job_pause`,
      id: 'id',
      at: 'created_at',
      where: sql`weekly_job_id = ${id}`,
      columns: { title: 'from_date::text', state: 'to_date::text', note: 'reason' },
    },
    {
      kind: 'skipped',
      from: sql`weekly_job_skip skip`,
      id: nameOf('skip', 'skip.weekly_job_id::text || skip.date'),
      at: 'skip.created_at',
      where: sql`skip.weekly_job_id = ${id}`,
      columns: { title: 'skip.date::text', note: 'skip.reason' },
    },
    {
      kind: 'moved',
      from: sql`schedule_move move`,
      id: nameOf('move', 'move.weekly_job_id::text || move.from_date'),
      at: 'move.created_at',
      where: sql`move.weekly_job_id = ${id}`,
      columns: {
        title: 'move.from_date::text',
        state: 'move.to_date::text',
        note: 'move.reason',
        who: 'move.created_by',
      },
    },
    noticesWhere(sql`notice.weekly_job_id = ${id} and notice.is_in_app`),
    notesAbout(id),
    changesOf(scope, sql`select ${id}::text`),
  ]
}

/** Which crews took its weekdays and gave them back. */
function crewsOf(id: WeeklyJobId): Source[] {
  const columns = { title: 'weekday::text', who: 'crew_id', by: "'crew'" }
  return [
    {
      kind: 'taken',
      from: sql`assignment`,
      id: 'id',
      at: 'taken_at',
      where: sql`weekly_job_id = ${id}`,
      columns,
    },
    {
      kind: 'released',
      from: sql`assignment`,
      id: nameOf('released', 'id::text'),
      at: 'released_at',
      where: sql`weekly_job_id = ${id} and released_at is not null`,
      columns: {
        ...columns,
        note: 'release_reason',
        state: "case when is_late_release then 'late' else '' end",
      },
    },
  ]
}
