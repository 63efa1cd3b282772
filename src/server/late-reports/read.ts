import { distanceFeet } from '#domain/geo.ts'
import type { VisitId } from '#domain/ids.ts'
import type { LateReportState } from '#domain/late-reports/graph.ts'
import { edgeOf } from '#domain/lifecycle.ts'
import { VISIT_LIFECYCLE } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import { toPhotoReply } from '../photos/photo-url.ts'
import { photosOfVisits } from '../photos/queries.ts'
import type { CrewScope, OperatorScope } from '../users/scope.ts'
import { countWaiting, listMine, listReports, type ReportRow } from './queries.ts'

export async function readMine(app: App, scope: CrewScope) {
  return { reports: (await listMine(app.db, scope)).map(toReport) }
}

export async function readReports(
  app: App,
  scope: OperatorScope,
  input: { readonly state: LateReportState; readonly cursor?: string | undefined },
) {
  const { page, nextCursor } = await listReports(app.db, scope, input)
  const [photos, waitingCount] = await Promise.all([
    photosOfVisits(
      app.db,
      page.map((row) => row.visit_id as VisitId),
    ),
    countWaiting(app.db),
  ])
  const reports = page.map((row) => ({
    ...toReport(row),
    crewName: row.crew_name,
    customerName: row.customer_name,
    address: row.address,
    visitState: row.visit_state,
    distanceFeet:
      row.lat === null
        ? null
        : Math.round(
            distanceFeet({ lat: row.lat, lng: row.lng! }, { lat: row.place_lat, lng: row.place_lng }),
          ),
    note: row.note,
    photos: photos
      .filter((photo) => photo.visit_id === row.visit_id && photo.owner_id === row.crew_id)
      .map((photo) => toPhotoReply(app, photo)),
    canAccept:
      row.state !== 'accepted' &&
      edgeOf(VISIT_LIFECYCLE, { transition: 'accept_report', from: row.visit_state, by: 'operator' }) !==
        undefined,
  }))
  return { reports, nextCursor, waitingCount }
}

function toReport(row: ReportRow) {
  return {
    id: row.id,
    visitId: row.visit_id,
    propertyName: row.property_name,
    serviceKey: row.service_key,
    timeZone: row.time_zone,
    date: row.date,
    reason: row.reason,
    doneAt: row.done_at,
    reportedAt: row.reported_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by as 'customer' | null,
    photoCount: row.photo_count ?? 0,
    state: row.state,
    decidedAt: row.decided_at,
    decisionNote: row.decision_note,
  }
}
