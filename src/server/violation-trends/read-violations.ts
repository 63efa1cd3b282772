import type { ComplexId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import type { CustomerScope } from '../scope.ts'
import { type AskedViolations, listViolations } from './queries.ts'

const ROWS_AT_ONCE = 25

export async function readViolations(
  app: App,
  scope: CustomerScope,
  { id, ...asked }: AskedViolations & { readonly id: ComplexId },
) {
  const complex = await findComplex(app.db, scope, id)
  const { rows, nextCursor } = await listViolations(app.db, id, asked, ROWS_AT_ONCE)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      visitId: row.visit_id,
      night: row.night,
      buildingName: row.building_name,
      unitLabel: row.unit_label,
      kind: row.kind,
      note: row.note,
      reportedAt: row.reported_at,
      timeZone: complex.time_zone,
      photo: toPhotoReply(app, { id: row.photo_id, width: row.width, height: row.height }),
    })),
    nextCursor,
  }
}
