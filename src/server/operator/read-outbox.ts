import type { QueryOf } from '#contract/endpoint.ts'
import type { operator } from '#contract/operator.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import { listFailing, listKinds, listOutbox } from './outbox-queries.ts'
import { canResend } from './send-again.ts'

type Asked = QueryOf<(typeof operator)['GET /api/outbox']>

export async function readOutbox({ db }: App, scope: OperatorScope, asked: Asked, now: Instant) {
  const timeZone = await marketZone(db, scope)
  const [page, failing, kinds] = await Promise.all([
    listOutbox(db, scope, asked, timeZone),
    listFailing(db, scope, now),
    listKinds(db, scope, now),
  ])
  return {
    nextCursor: page.nextCursor,
    timeZone,
    kinds,
    failing: failing.map((row) => ({
      recipient: row.recipient,
      count: row.count,
      lastError: row.last_error,
      lastAt: row.last_at,
    })),
    messages: page.rows.map((row) => ({
      id: row.id,
      channel: row.channel,
      kind: row.kind,
      state: row.state,
      tries: row.tries,
      lastError: row.last_error,
      recipient: row.recipient,
      subject: row.subject,
      body: row.body,
      personId: row.user_id,
      personName: row.person_name,
      attachments: row.attachments,
      canResend: canResend(row),
      isResent: row.resent_count > 0,
      createdAt: row.created_at,
    })),
  }
}
