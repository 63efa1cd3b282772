import type { peopleDesk } from '#contract/people-desk.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import { isId, type PaymentId } from '#domain/ids.ts'
import { recordAudit } from '../audit/queries.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { requestSignInLink } from '../users/send-sign-in-link.ts'
import { correctPerson, endSessions } from './change-person.ts'
import { listNotes } from './note-queries.ts'
import { listMoney, listPlaces, listVisits } from './person-queries.ts'
import { livingPersonOf, personOf, readPerson } from './read-person.ts'
import { sendMessage } from './send-message.ts'
import { addNote, takeNoteAway } from './write-note.ts'

const ok = { ok: true } as const

export const peopleDeskHandlers: Handlers<typeof peopleDesk> = {
  'GET /api/person': ({ app, scope, query, now }) => readPerson(app, scope, query.id, now),
  'GET /api/person-visits': async ({ app, scope, query, now }) => {
    const { type } = await personOf(app.db, scope, query.id)
    const { rows, nextCursor } = await listVisits(app.db, { ...query, type, now })
    return {
      nextCursor,
      visits: rows.map((row) => ({
        id: row.id,
        propertyName: row.name,
        serviceKey: row.service_key,
        quantity: row.quantity,
        startsAt: row.starts_at,
        timeZone: row.time_zone,
        isAnytime: row.is_anytime,
        state: row.state,
        isFlagged: row.is_flagged,
        other:
          row.other_id === null || row.other_name === null
            ? null
            : { id: row.other_id, name: row.other_name },
      })),
    }
  },
  'GET /api/person-places': async ({ app, scope, query }) => {
    await personOf(app.db, scope, query.id)
    const { rows, nextCursor } = await listPlaces(app.db, query)
    return {
      nextCursor,
      places: rows.map((row) => ({
        id: row.id,
        name: row.name,
        address: row.address,
        timeZone: row.time_zone,
        weeklyJobs: row.jobs,
      })),
    }
  },
  'GET /api/person-money': async ({ app, scope, query }) => {
    const { type } = await personOf(app.db, scope, query.id)
    const { rows, nextCursor } = await listMoney(app.db, { ...query, type })
    return {
      nextCursor,
      rows: rows.map((row) => ({
        paymentId: type === 'Customer' && isId<PaymentId>(row.id) ? row.id : null,
        key: row.id,
        number: paperNumber(row.id),
        kind: row.kind,
        state: row.state,
        amountCents: row.amount,
        refundedCents: row.refunded,
        periodStart: row.period_start,
        periodEnd: row.period_end,
        createdAt: row.created_at,
        trouble: row.trouble,
      })),
    }
  },
  'GET /api/person-notes': async ({ app, scope, query }) => {
    await personOf(app.db, scope, query.id)
    const { rows, nextCursor } = await listNotes(app.db, query)
    return {
      nextCursor,
      notes: rows.map((row) => ({
        id: row.id,
        text: row.text,
        authorName: row.name,
        createdAt: row.created_at,
        about:
          row.about_kind === null || row.about_id === null
            ? null
            : { kind: row.about_kind, id: row.about_id },
      })),
    }
  },
  'POST /api/add-person-note': ({ app, scope, body }) => addNote(app, scope, body),
  'POST /api/remove-person-note': async ({ app, scope, body }) => {
    await takeNoteAway(app, scope, body.noteId)
    return ok
  },
  'POST /api/correct-person': async ({ app, scope, body }) => {
    await correctPerson(app, scope, body)
    return ok
  },
  'POST /api/mail-sign-in-link': async ({ app, scope, body, now }) => {
    const person = await livingPersonOf(app.db, scope, body.id)
    if (person.email === '') throw new Refused('bad_input', { faults: { email: 'missing' } })
    await requestSignInLink(app, person.email, undefined)
    await recordAudit(app.db, {
      actorId: scope.userId,
      action: 'mail_sign_in_link',
      subject: body.id,
      at: now,
    })
    return ok
  },
  'POST /api/message-person': async ({ app, scope, body }) => {
    await sendMessage(app, scope, body)
    return ok
  },
  'POST /api/end-person-sessions': async ({ app, scope, body }) => {
    await endSessions(app, scope, body)
    return ok
  },
}
