/** What happened at a visit, from every table that knows of it; each is read by its index, and a visit has few of each. */
import { sql } from 'kysely'
import type { VisitEventKind } from '#contract/work-desk.ts'
import type { PaymentId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import { paymentsOf } from './visit-queries.ts'

const PAGE = 60

export type VisitEvent = {
  readonly id: string
  readonly at: Instant
  readonly mark: string
  readonly kind: VisitEventKind
  readonly title: string
  readonly state: string
  readonly note: string | null
  readonly amount: number | null
  readonly name: string | null
  readonly by: 'customer' | 'crew' | 'operator' | 'system' | null
  readonly payment_id: PaymentId | null
}

/** A name for what has no id of its own. */
const nameOf = (kind: string, key: string) => sql.raw(`md5('${kind}' || ${key})::uuid`)

export async function listVisitEvents(
  db: Db,
  { id, cursor, locale }: { id: VisitId; cursor?: string | undefined; locale: Language },
) {
  const mark = readTimeMark(cursor)
  const beyond =
    mark === undefined
      ? sql``
      : sql`where (event.at, event.id) < (${mark.value}::timestamptz, ${mark.id}::uuid)`
  const { rows } = await sql<VisitEvent>`
    with payments as materialized (select * from payment where id in (${paymentsOf(id)})),
    event (id, at, kind, title, state, note, amount, name, by, payment_id) as (
      ${ofWork(id, locale)} union all ${ofMoney(id)} union all ${ofTexts(id)}
    )
    select event.*, event.at::text as mark from event ${beyond}
    order by event.at desc, event.id desc limit ${PAGE + 1}
  `.execute(db)
  return pageOf(rows, PAGE)
}

function ofWork(id: VisitId, locale: Language) {
  return sql`
    select ${nameOf('step', 'step.id::text')}, step.at, 'step', step.transition, step.to_state,
      coalesce(
        case jsonb_typeof(step.detail -> 'note')
          when 'string' then step.detail ->> 'note' else step.detail -> 'note' ->> ${locale}::text end,
        step.detail ->> 'reason'),
      null::bigint, actor.name, step.actor_role, null::uuid
    from visit_event step left join users actor on actor.id = step.actor_id where step.visit_id = ${id}
    union all
    select ${nameOf('wave', 'offer.visit_id::text || offer.wave || offer.is_standing || min(offer.sent_at)')}, min(sent_at), 'asked',
      (wave + 1)::text, case when is_standing then 'standing' else '' end, count(*)::text, max(pay_cents), null,
      'system', null
    from offer where visit_id = ${id} group by visit_id, wave, is_standing, date_trunc('minute', sent_at)
    union all
    select offer.id, offer.decided_at, 'answer', offer.state, offer.state, null, offer.pay_cents, crew.name, 'crew', null
    from offer join users crew on crew.id = offer.crew_id
    where offer.visit_id = ${id} and offer.state in ('accepted', 'declined')
    union all
    select id, received_at, 'late_completion', reason, state, note, null, (select name from users where id = crew_id),
      'crew', null
    from late_completion where visit_id = ${id}`
}

function ofMoney(id: VisitId) {
  return sql`
    select id, created_at, 'billed', kind, state, null, total_cents, null, 'system', id from payments
    union all
    select ${nameOf('attempt', 'payment_id::text || number')}, coalesce(attempt.settled_at, attempt.created_at), 'attempt',
      attempt.state, attempt.state, attempt.decline_code, attempt.amount_cents, null, 'system', payment_id
    from charge_attempt attempt where payment_id in (select id from payments)
    union all
    select part.id, refund.created_at, 'refund', refund.state, refund.state, refund.reason, part.amount_cents + part.tax_cents, null,
      'operator', refund.payment_id
    from refund_part part join refund on refund.id = part.refund_id where part.visit_id = ${id}
    union all
    select id, given_at, 'tip', '', '', null, amount_cents, (select name from users where id = crew_id), 'customer', null
    from tip where visit_id = ${id}
    union all
    select id, earned_at, 'earning', kind, case when payout_id is null then '' else 'sent' end, null, amount_cents,
      (select name from users where id = crew_id), 'system', null
    from earning where visit_id = ${id}`
}

function ofTexts(id: VisitId) {
  return sql`
    select message.id, message.created_at, 'message', left(message.text, 200), '', null, null, sender.name,
      message.sender_role, null
    from visit_message message join users sender on sender.id = message.sender_id where message.visit_id = ${id}
    union all
    select notice.id, notice.created_at, 'notice', notice.title, notice.event, null, null, reader.name, 'system', null
    from notice join users reader on reader.id = notice.user_id where notice.visit_id = ${id} and notice.is_in_app
    union all
    select id, opened_at, 'dispute', problem, state, left(note, 200), null,
      (select name from users where id = customer_id), 'customer', null
    from dispute where visit_id = ${id}
    union all
    select ${nameOf('decision', 'id::text')}, decided_at, 'decision', state, state, left(decision_note, 200), amount_cents,
      (select name from users where id = decided_by), case when is_automatic then 'system' else 'operator' end, null
    from dispute where visit_id = ${id} and decided_at is not null
    union all
    select note.id, note.created_at, 'note', left(note.text, 200), '', null, null, author.name, 'operator', null
    from person_note note join users author on author.id = note.author_id
    where note.about_id = ${id} and note.removed_at is null
    union all
    select ${nameOf('audit', 'entry.id::text')}, entry.at, 'operator', entry.action, '', entry.detail ->> 'reason', null,
      actor.name, 'operator', null
    from audit_entry entry left join users actor on actor.id = entry.actor_id where entry.subject = ${id}::text`
}
