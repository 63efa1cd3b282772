import type { places } from '#contract/places.ts'
import { dateAt } from '#domain/time.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, UserScope } from '../scope.ts'
import { addProperty } from './add-property.ts'
import { listPropertyGroups } from './group-queries.ts'
import { moveProperties } from './move-properties.ts'
import {
  findProperty,
  listComplexes,
  listComplexGroups,
  listProperties,
  type PropertyRow,
  pageOfProperties,
} from './queries.ts'
import { removePropertyGroup } from './remove-property-group.ts'
import { restoreProperty } from './restore-property.ts'
import { savePropertyGroup } from './save-property-group.ts'
import { searchPlaces } from './search-places.ts'
import { comingVisitsAt, liveJobsAt, pastVisitsAt, type VisitHere } from './work-queries.ts'

const ok = { ok: true } as const
const SUGGESTIONS = 8

/** Taking a property away ends the work there, and moving it asks whoever works there again: `jobs` and `relocations` do it. */
export const placesHandlers: Handlers<
  Omit<typeof places, 'POST /api/remove-property' | 'POST /api/update-property'>
> = {
  // Every start of the pages asks for these four, whoever is signed in (seed §4): only customers have any.
  'GET /api/properties': async ({ app, scope, now }) =>
    isCustomer(scope) ? (await listProperties(app.db, scope, now)).map(toCard) : [],
  'GET /api/property-groups': async ({ app, scope }) => {
    const groups = isCustomer(scope) ? await listPropertyGroups(app.db, scope) : []
    return groups.map(({ id, name, property_count }) => ({ id, name, propertyCount: property_count ?? 0 }))
  },
  'POST /api/get-complexes': async ({ app, scope }) => {
    const complexes = isCustomer(scope) ? await listComplexes(app.db, scope) : []
    return complexes.map(({ time_zone, complex_group_id, property_id, ...complex }) => ({
      ...complex,
      propertyId: property_id,
      timeZone: time_zone,
      complexGroupId: complex_group_id,
    }))
  },
  'POST /api/get-complex-groups': async ({ app, scope }) => {
    const groups = isCustomer(scope) ? await listComplexGroups(app.db, scope) : []
    return groups.map(({ id, name, complex_count }) => ({ id, name, complexCount: complex_count ?? 0 }))
  },

  'POST /api/get-properties': async ({ app, scope, now, body }) => {
    const { rows, ...page } = await pageOfProperties(app.db, scope, { ...body, now })
    return { ...page, properties: rows.map(toCard) }
  },
  'GET /api/property': async ({ app, scope, now, query }) => {
    const property = await findProperty(app.db, scope, query.id)
    if (property === undefined) throw new Refused('not_found')
    const [weeklyJobs, coming, past] = await Promise.all([
      liveJobsAt(app.db, query.id, dateAt(now, property.time_zone)),
      comingVisitsAt(app.db, query.id, now),
      pastVisitsAt(app.db, query.id, { now, cursor: query.pastCursor }),
    ])
    return {
      id: property.id,
      name: property.name,
      address: property.address,
      neighbourhood: property.neighbourhood,
      lat: property.lat,
      lng: property.lng,
      groupId: property.group_id,
      groupName: property.group_name,
      kind: property.kind,
      externalRef: property.external_ref,
      timeZone: property.time_zone,
      accessNotes: property.access_notes,
      isRemoved: property.removed_at !== null,
      weeklyJobCount: weeklyJobs.length,
      weeklyJobs,
      comingVisits: coming.map(toVisit),
      pastVisits: past.visits.map(toVisit),
      nextPastCursor: past.nextCursor,
    }
  },
  'POST /api/search-places': async ({ app, body }) => ({
    places: await searchPlaces(app, body.text, SUGGESTIONS),
  }),

  'POST /api/add-property': ({ app, scope, body }) => addProperty(app, scope, body),
  'POST /api/restore-property': async ({ app, scope, body }) => {
    await restoreProperty(app, scope, body.propertyId)
    return ok
  },

  'POST /api/save-property-group': ({ app, scope, body }) => savePropertyGroup(app, scope, body),
  'POST /api/remove-property-group': async ({ app, scope, body }) => ({
    ...ok,
    ...(await removePropertyGroup(app, scope, body.groupId)),
  }),
  'POST /api/move-properties': async ({ app, scope, body }) => ({
    ...ok,
    ...(await moveProperties(app, scope, body)),
  }),
}

function isCustomer(scope: UserScope): scope is CustomerScope {
  return scope.type === 'Customer'
}

function toCard(row: PropertyRow) {
  const { group_id, group_name, weekly_job_count, next_date, next_state, ...shown } = row
  return {
    ...shown,
    groupId: group_id,
    groupName: group_name,
    weeklyJobCount: weekly_job_count,
    nextVisit: next_date === null || next_state === null ? null : { date: next_date, state: next_state },
  }
}

function toVisit(row: VisitHere) {
  return {
    id: row.id,
    serviceKey: row.service_key,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    crewFirstName: row.crew_first_name,
    photoCount: row.photo_count,
  }
}
