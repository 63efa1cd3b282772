import type { ComplexId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { rhythmOf } from '#domain/schedule/rhythm.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findDeskJob, findDeskPlace, listJobCrews, listPlaceJobs } from './place-queries.ts'

type Asked = { readonly id?: PropertyId | undefined; readonly complexId?: ComplexId | undefined }

/** A place, or the place that a complex is. */
export async function readDeskPlace({ db }: App, scope: OperatorScope, asked: Asked) {
  const row = await findDeskPlace(db, scope, asked)
  if (row === undefined) throw new Refused('not_found')
  const jobs = await listPlaceJobs(db, row.id)
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    timeZone: row.time_zone,
    lat: row.lat,
    lng: row.lng,
    accessNotes: row.access_notes,
    groupName: row.group_name,
    isRemoved: row.removed_at !== null,
    customer: { id: row.customer_id, name: row.customer_name, phone: row.customer_phone },
    complex:
      row.complex_id === null
        ? null
        : {
            id: row.complex_id,
            units: row.units ?? 0,
            instructions: row.instructions ?? '',
            poNumber: row.po_number ?? '',
          },
    jobs: jobs.map((job) => ({
      id: job.id,
      serviceKey: job.service_key,
      weekdays: job.weekdays,
      rhythm: rhythmOf(job),
      windowStart: job.window_start,
      windowEnd: job.window_end,
      quantity: job.quantity,
      state: job.state,
      crewNames: job.crew_names,
    })),
  }
}

export async function readDeskJob({ db }: App, scope: OperatorScope, id: WeeklyJobId) {
  const row = await findDeskJob(db, scope, id)
  if (row === undefined) throw new Refused('not_found')
  const crews = await listJobCrews(db, id)
  return {
    id: row.id,
    serviceKey: row.service_key,
    placeName: row.place,
    timeZone: row.time_zone,
    customer: { id: row.customer_id, name: row.customer_name, phone: row.customer_phone },
    propertyId: row.property_id,
    bookedAt: row.created_at,
    crews: crews.map((crew) => ({
      id: crew.id,
      name: crew.name,
      weekday: crew.weekday,
      from: crew.from_date,
      takenAt: crew.taken_at,
      releasedAt: crew.released_at,
      isLate: crew.is_late,
    })),
  }
}
