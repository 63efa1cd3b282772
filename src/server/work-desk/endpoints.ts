import type { workDesk } from '#contract/work-desk.ts'
import type { Handlers } from '../http/handler.ts'
import { readDeskJob, readDeskPlace } from './read-place.ts'
import { deskVisitOf, readDeskVisit } from './read-visit.ts'
import { sendDoorLink } from './send-door-link.ts'
import { listVisitEvents } from './visit-event-queries.ts'

export const workDeskHandlers: Handlers<typeof workDesk> = {
  'GET /api/operator-job': ({ app, scope, query }) => readDeskJob(app, scope, query.id),
  'GET /api/operator-place': ({ app, scope, query }) => readDeskPlace(app, scope, query),
  'GET /api/operator-visit': ({ app, scope, query, now }) => readDeskVisit(app, scope, query.id, now),
  'GET /api/operator-visit-timeline': async ({ app, scope, query, locale }) => {
    await deskVisitOf(app.db, scope, query.id)
    const { rows, nextCursor } = await listVisitEvents(app.db, { ...query, locale })
    return {
      nextCursor,
      events: rows.map((row) => ({
        key: `${row.kind}:${row.id}`,
        at: row.at,
        kind: row.kind,
        title: row.title,
        state: row.state,
        note: row.note === '' ? null : row.note,
        amountCents: row.amount,
        name: row.name,
        by: row.by,
        paymentId: row.payment_id,
      })),
    }
  },
  'POST /api/send-door-link': async ({ app, scope, body }) => {
    await sendDoorLink(app, scope, body.visitId)
    return { ok: true }
  },
}
