/** What waits, by queue: each is read by an index of its own, and bounded by the days that still matter. */
import { type RawBuilder, sql } from 'kysely'
import type { Queue } from '#contract/queue-kinds.ts'

/** One that is known, or one of a statement's rows. */
type Market = { readonly id: RawBuilder<unknown>; readonly zone: RawBuilder<unknown> }
type Source = (now: RawBuilder<unknown>, market: Market) => RawBuilder<unknown>

/** The days of visits are their places' own: a day before and after takes in every zone. */
const visits = (since: string, where: RawBuilder<unknown>, reason: RawBuilder<unknown> = sql`null::text`) =>
  sql`select visit.id::text as id, property.name as title, visit.service_key, crew.name as person,
      null::bigint as amount, property.time_zone, ${sql.raw(since)} as since, null::timestamptz as due_at,
      ${reason} as reason, visit.id::text as visit_id, crew.id::text as person_id, null::text as payment_id,
      customer.market_id
    from visit join property on property.id = visit.property_id join users customer on customer.id = visit.customer_id
      left join users crew on crew.id = visit.crew_id
    where ${where}`

const SOURCES: Readonly<Record<Queue, Source>> = {
  unassigned: (now) =>
    visits(
      'visit.starts_at',
      sql`visit.crew_id is null and visit.state in ('scheduled', 'reopened') and visit.ends_at > ${now}
        and visit.date between (${now})::date - 1 and (${now})::date + 7`,
      sql`(select case when offering.is_standing then 'nobody_took' else 'being_asked' end
        from offering where offering.visit_id = visit.id)`,
    ),
  unconfirmed: (now) =>
    visits(
      'visit.starts_at',
      sql`visit.crew_id is not null and visit.state = 'scheduled' and visit.ends_at > ${now}
        and visit.ends_at < ${now} + interval '3 days'`,
    ),
  late: (now) =>
    visits(
      'visit.ends_at',
      sql`visit.state in ('scheduled', 'confirmed', 'en_route', 'reopened') and visit.crew_id is not null
        and visit.ends_at <= ${now} and visit.ends_at > ${now} - interval '1 day'`,
      sql`visit.state`,
    ),
  missed: (now) =>
    visits(
      'visit.ends_at',
      sql`visit.state = 'missed' and visit.date > (${now})::date - 14`,
      sql`coalesce(visit.missed_reason, 'nobody_came')`,
    ),
  flagged: (now) =>
    visits(
      'visit.completed_at',
      sql`visit.is_flagged and visit.state = 'completed' and visit.date > (${now})::date - 28`,
      sql`case when visit.completed_distance_feet is null then 'no_location' else 'far' end`,
    ),
  disputes: () =>
    sql`select dispute.id::text as id, property.name as title, visit.service_key, customer.name as person,
        null::bigint as amount, property.time_zone, dispute.opened_at as since, null::timestamptz as due_at,
        dispute.problem as reason, visit.id::text as visit_id, customer.id::text as person_id,
        null::text as payment_id, customer.market_id
      from dispute join visit on visit.id = dispute.visit_id join property on property.id = visit.property_id
        join users customer on customer.id = dispute.customer_id
      where dispute.state in ('open', 'answered')`,
  approvals: (now) =>
    sql`select approval.id::text as id, customer.name as title, null::text as service_key, asker.name as person,
        approval.amount_cents as amount, customer.time_zone, approval.asked_at as since,
        approval.expires_at as due_at, approval.kind as reason, null::text as visit_id,
        customer.id::text as person_id, approval.payment_id::text as payment_id, approval.market_id
      from approval join users customer on customer.id = approval.customer_id
        join users asker on asker.id = approval.asked_by
      where approval.state = 'waiting' and approval.expires_at > ${now}`,
  late_reports: () =>
    sql`select report.id::text as id, property.name as title, visit.service_key, crew.name as person,
        null::bigint as amount, property.time_zone, report.received_at as since, null::timestamptz as due_at,
        report.reason, visit.id::text as visit_id, crew.id::text as person_id, null::text as payment_id,
        customer.market_id
      from late_completion report join visit on visit.id = report.visit_id
        join property on property.id = visit.property_id join users customer on customer.id = visit.customer_id
        join users crew on crew.id = report.crew_id
      where report.state = 'waiting'`,
  silent_feeds: () =>
    sql`select feed.source_id::text as id, property.name as title, null::text as service_key,
        customer.name as person, null::bigint as amount, property.time_zone, feed.silent_since as since,
        feed.next_read_at as due_at, coalesce(feed.fault, feed.doubt) as reason, null::text as visit_id,
        customer.id::text as person_id, null::text as payment_id, customer.market_id
      from stay_feed feed join stay_source source on source.id = feed.source_id
        join property on property.id = source.property_id join users customer on customer.id = property.customer_id
      where feed.silent_since is not null and source.ended_at is null and property.removed_at is null`,
  declined: () =>
    sql`select payment.id::text as id, customer.name as title, null::text as service_key, null::text as person,
        payment.total_cents as amount, customer.time_zone,
        coalesce(payment.first_failed_at, payment.created_at) as since, payment.next_attempt_at as due_at,
        payment.last_decline as reason, null::text as visit_id, customer.id::text as person_id,
        payment.id::text as payment_id, customer.market_id
      from payment join users customer on customer.id = payment.customer_id
      where payment.state = 'declined' and payment.kind <> 'invoice_part'`,
  failed_payouts: (now) =>
    sql`select payout.id::text as id, payee.name as title, null::text as service_key, null::text as person,
        payout.amount_cents as amount, payee.time_zone, payout.created_at as since, null::timestamptz as due_at,
        payout.failure as reason, null::text as visit_id, payee.id::text as person_id, payout.id::text as payment_id,
        payee.market_id
      from payout join users payee on payee.id = payout.crew_id
      where payout.state = 'failed' and payout.created_at > ${now} - interval '28 days'`,
  // One of a charge that we know no payment of is of no market: the operators of each see it.
  chargebacks: (_now, { zone }) =>
    sql`select chargeback.id::text as id, coalesce(customer.name, chargeback.provider_intent_id) as title,
        null::text as service_key, null::text as person, chargeback.amount_cents as amount,
        coalesce(customer.time_zone, ${zone}) as time_zone, chargeback.opened_at as since,
        chargeback.evidence_due_at as due_at, chargeback.reason, null::text as visit_id,
        customer.id::text as person_id, payment.id::text as payment_id, customer.market_id
      from chargeback left join payment on payment.id = chargeback.payment_id
        left join users customer on customer.id = payment.customer_id
      where chargeback.state = 'needs_evidence' and chargeback.answered_at is null and chargeback.accepted_at is null`,
  differences: (_now, { zone }) =>
    sql`select difference.id::text as id, difference.sentence as title, null::text as service_key,
        null::text as person, coalesce(difference.ours_cents, 0) - coalesce(difference.theirs_cents, 0) as amount,
        ${zone} as time_zone, difference.first_seen_at as since, null::timestamptz as due_at,
        difference.check_name as reason, null::text as visit_id, null::text as person_id, null::text as payment_id,
        difference.market_id
      from reconcile_difference difference where difference.state = 'open'`,
  referrals: (_now, { zone }) =>
    sql`select review.brought_id::text as id, brought.name as title, null::text as service_key, sponsor.name as person,
        null::bigint as amount, ${zone} as time_zone, review.found_at as since, null::timestamptz as due_at,
        array_to_string(review.reasons, ' ') as reason, null::text as visit_id, brought.id::text as person_id,
        null::text as payment_id, review.market_id
      from referral_review review join users brought on brought.id = review.brought_id
        join users sponsor on sponsor.id = review.sponsor_id
      where review.state = 'parked'`,
  parked: (_now, market) => parked(market),
}

/** Work that waits in a shape nobody knows is here, too: what it names is an id only where it looks like one. */
const idIn = (field: string) =>
  sql`case when task.payload ->> ${field} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (task.payload ->> ${field})::uuid end`

/** Work is of no market; what it was to do is said by its kind, and whom it concerns where that is one of the market. */
const parked = (market: Market) =>
  sql`select task.id::text as id, task.kind as title, null::text as service_key, person.name as person,
      case when person.id is not null
        then coalesce(payment.total_cents, payout.amount_cents, refund.amount_cents) end as amount,
      ${market.zone} as time_zone, task.parked_at as since, null::timestamptz as due_at, task.last_error as reason,
      case when person.id is not null then visit.id::text end as visit_id, person.id::text as person_id,
      case when person.id is not null then coalesce(payment.id, payout.id)::text end as payment_id,
      null::text as market_id
    from task
      left join visit on visit.id = ${idIn('visitId')}
      left join refund on refund.id = ${idIn('refundId')}
      left join payment on payment.id = coalesce(${idIn('paymentId')}, refund.payment_id)
      left join payout on payout.id = ${idIn('payoutId')}
      left join notice on notice.id = ${idIn('noticeId')}
      left join users person on person.market_id = ${market.id} and person.id = coalesce(
        ${idIn('userId')}, ${idIn('customerId')}, visit.customer_id, payment.customer_id, payout.crew_id, notice.user_id
      )
    where task.parked_at is not null`

export function marketOf(id: string): Market {
  return { id: sql`${id}`, zone: sql`(select market.time_zone from market where market.id = ${id})` }
}

/** The rows of a queue of the market, and of none, that nobody has looked at. */
export function waitingIn(kind: Queue, market: Market, at: RawBuilder<unknown>) {
  return sql`select source.* from (${SOURCES[kind](at, market)}) as source
    where (source.market_id = ${market.id} or source.market_id is null)
      and not exists (
        select from queue_item done
        where done.kind = ${kind} and done.subject_id = source.id and done.settled_at is not null
      )`
}
