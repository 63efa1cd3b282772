import type { operator } from '#contract/operator.ts'
import { crewAverages } from '../crews/averages.ts'
import { readReliability } from '../crews/reliability.ts'
import type { Handlers } from '../http/handler.ts'
import { freezeUser, unfreezeUser } from './actions.ts'
import { findPeople, listAudit, listOutbox, readBoard } from './queries.ts'

const ok = { ok: true } as const

export const operatorHandlers: Handlers<typeof operator> = {
  'GET /api/operator-board': ({ app, scope, now }) => readBoard(app.db, scope, now),
  'POST /api/find-people': async ({ app, body, now }) => {
    const { page, next } = await findPeople(app.db, body)
    const crewIds = page.filter((row) => row.type === 'Crew').map((row) => row.id)
    const [reliability, ratings] = await Promise.all([
      readReliability(app.db, crewIds, now),
      crewAverages(app.db, crewIds, now),
    ])
    return {
      next,
      people: page.map((row) => ({
        id: row.id,
        type: row.type as 'Crew',
        name: row.name,
        email: row.email,
        phone: row.phone,
        frozenUntil: row.frozen_until,
        frozenNotes: row.frozen_notes,
        sponsorName: row.sponsor_name,
        reliability: reliability.get(row.id)?.share ?? null,
        rating: ratings.get(row.id) ?? null,
        createdAt: row.created_at,
      })),
    }
  },
  'POST /api/freeze-user': async ({ app, scope, body }) => {
    await freezeUser(app, scope, body)
    return ok
  },
  'POST /api/unfreeze-user': async ({ app, scope, body }) => {
    await unfreezeUser(app, scope, body.userId)
    return ok
  },
  'GET /api/outbox': async ({ app, query }) => {
    const { page, next } = await listOutbox(app.db, query)
    return {
      next,
      messages: page.map((row) => ({ ...row, channel: row.channel as 'mail', createdAt: row.created_at })),
    }
  },
  'GET /api/audit-log': async ({ app, query }) => {
    const { page, next } = await listAudit(app.db, query.after)
    return {
      next,
      entries: page.map((row) => ({
        ...row,
        actorName: row.actor_name,
        detail: row.detail as Record<string, unknown>,
      })),
    }
  },
}
