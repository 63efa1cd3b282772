/** What happened at a visit, from every table that knows of it; each is read by its index, and a visit has few of each. */
import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { OperatorScope } from '../scope.ts'
import { paymentsOf } from '../work-desk/visit-queries.ts'
import { attemptsWhere, paymentsWhere } from './money-queries.ts'
import { nameOf, type Source } from './source-queries.ts'
import { changesOf, journalsOf, notesAbout, noticesWhere } from './words-queries.ts'

export function visitSources(scope: OperatorScope, id: VisitId, locale: Language): Source[] {
  return [
    ...stepsOf(id, locale),
    ...offersOf(id),
    ...moneyOf(id),
    ...disputesOf(id),
    {
      kind: 'message',
      from: sql`visit_message message`,
      id: 'message.id',
      at: 'message.created_at',
      where: sql`message.visit_id = ${id}`,
      columns: { title: 'left(message.text, 200)', who: 'message.sender_id', by: 'message.sender_role' },
    },
    noticesWhere(sql`notice.visit_id = ${id} and notice.is_in_app`),
    notesAbout(id),
    changesOf(scope, sql`select ${id}::text`),
  ]
}

function stepsOf(id: VisitId, locale: Language): Source[] {
  return [
    {
      kind: 'step',
      from: sql`(
        select step.*, coalesce(
          case jsonb_typeof(step.detail -> 'note')
            when 'string' then step.detail ->> 'note' else step.detail -> 'note' ->> ${locale}::text end,
          step.detail ->> 'reason') as said
        from visit_event step where step.visit_id = ${id}) as step`,
      id: nameOf('step', 'step.id::text'),
      at: 'step.at',
      where: sql`true`,
      columns: {
        title: 'step.transition',
        state: 'step.to_state',
        note: 'step.said',
        who: 'step.actor_id',
        by: 'step.actor_role',
      },
    },
    {
      kind: 'late_completion',
      from: sql`late_completion late`,
      id: 'late.id',
      at: 'late.received_at',
      where: sql`late.visit_id = ${id}`,
      columns: {
        title: 'late.reason',
        state: 'late.state',
        note: 'late.note',
        who: 'late.crew_id',
        by: "'crew'",
      },
    },
  ]
}

function offersOf(id: VisitId): Source[] {
  return [
    {
      kind: 'asked',
      from: sql`(
        select wave, is_standing, min(sent_at) as at, count(*) as asked, max(pay_cents) as pay
        from offer where visit_id = ${id} group by wave, is_standing, date_trunc('minute', sent_at)) as wave`,
      id: nameOf('wave', `'${id}' || wave.wave || wave.is_standing || wave.at`),
      at: 'wave.at',
      where: sql`true`,
      columns: {
        title: 'wave.wave + 1',
        state: "case when wave.is_standing then 'standing' else '' end",
        note: 'wave.asked',
        amount: 'wave.pay',
        by: "'system'",
      },
    },
    {
      kind: 'answer',
      from: sql`offer`,
      id: 'offer.id',
      at: 'offer.decided_at',
      where: sql`offer.visit_id = ${id} and offer.state in ('accepted', 'declined')`,
      columns: {
        title: 'offer.state',
        state: 'offer.state',
        amount: 'offer.pay_cents',
        who: 'offer.crew_id',
        by: "'crew'",
      },
    },
  ]
}

function moneyOf(id: VisitId): Source[] {
  const payments = paymentsOf(id)
  return [
    paymentsWhere(sql`payment.id in (${payments})`),
    attemptsWhere(sql`attempt.payment_id in (${payments})`),
    {
      kind: 'refund',
      from: sql`refund_part part join refund on refund.id = part.refund_id`,
      id: 'part.id',
      at: 'refund.created_at',
      where: sql`part.visit_id = ${id}`,
      columns: {
        title: 'refund.state',
        state: 'refund.state',
        note: 'refund.reason',
        amount: 'part.amount_cents + part.tax_cents',
        by: "'operator'",
        payment: 'refund.payment_id',
      },
    },
    {
      kind: 'tip',
      from: sql`tip`,
      id: 'tip.id',
      at: 'tip.given_at',
      where: sql`tip.visit_id = ${id}`,
      columns: { amount: 'tip.amount_cents', who: 'tip.crew_id', by: "'customer'" },
    },
    {
      kind: 'earning',
      from: sql`earning`,
      id: 'earning.id',
      at: 'earning.earned_at',
      where: sql`earning.visit_id = ${id}`,
      columns: {
        title: 'earning.kind',
        state: "case when earning.payout_id is null then '' else 'sent' end",
        amount: 'earning.amount_cents',
        who: 'earning.crew_id',
        by: "'system'",
        payout: 'earning.payout_id',
      },
    },
    journalsOf(sql`select ${id}::uuid`),
  ]
}

function disputesOf(id: VisitId): Source[] {
  return [
    {
      kind: 'dispute',
      from: sql`dispute`,
      id: 'dispute.id',
      at: 'dispute.opened_at',
      where: sql`dispute.visit_id = ${id}`,
      columns: {
        title: 'dispute.problem',
        state: 'dispute.state',
        note: 'left(dispute.note, 200)',
        who: 'dispute.customer_id',
        by: "'customer'",
      },
    },
    {
      kind: 'decision',
      from: sql`dispute`,
      id: nameOf('decision', 'dispute.id::text'),
      at: 'dispute.decided_at',
      where: sql`dispute.visit_id = ${id} and dispute.decided_at is not null`,
      columns: {
        title: 'dispute.state',
        state: 'dispute.state',
        note: 'left(dispute.decision_note, 200)',
        amount: 'dispute.amount_cents',
        who: 'dispute.decided_by',
        by: "case when dispute.is_automatic then 'system' else 'operator' end",
      },
    },
  ]
}
