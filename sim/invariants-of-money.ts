/** What must hold of money after every day: our rows, the ledger and the provider's own books say the same. */
import { sql } from 'kysely'
import { formatInstant } from '#domain/time.ts'
import type { Invariant } from './moment.ts'

/** Of a hold only a part may be captured. */
const CHARGED = sql`coalesce((intent.data ->> 'capturedCents')::bigint, intent.amount_cents)`

export const MONEY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'the ledger does not sum to zero',
    broken: () => sql`select sum(amount_cents) as sum from ledger_posting having sum(amount_cents) <> 0`,
  },
  {
    name: 'a journal does not sum to zero',
    broken: () => sql`
      select journal_id, sum(amount_cents) as sum from ledger_posting group by journal_id having sum(amount_cents) <> 0`,
  },
  {
    name: 'a coupon gave more than its budget or uses, or its sums are not those of its lines',
    broken: () => sql`
      select coupon.code, coupon.given_cents, coupon.use_count, given.amount, given.works
      from coupon
      cross join lateral (
        select count(*) as works, coalesce(sum(amount), 0) as amount
        from (
          select -(line ->> 'amountCents')::bigint as amount
          from visit, jsonb_array_elements(visit.price_lines) line where line ->> 'coupon' = coupon.code
          union all
          select -(line ->> 'amountCents')::bigint
          from on_demand_order wanted, jsonb_array_elements(wanted.price_lines) line
          where line ->> 'coupon' = coupon.code and wanted.state in ('booking', 'booked')
        ) as lines
      ) as given
      where coupon.given_cents <> given.amount or coupon.use_count <> given.works
        or coupon.given_cents > coupon.budget_cents or coupon.use_count > coupon.most_uses`,
  },
  {
    name: 'the provider charged a payment twice',
    broken: () => sql`
      select reference as payment_id, count(*), sum(amount_cents) from demo_bank_object
      where kind = 'intent' and state = 'succeeded' group by 1 having count(*) > 1`,
  },
  {
    name: 'a paid payment is not what the provider charged',
    broken: () => sql`
      select payment.id, payment.total_cents, intent.amount_cents, intent.state
      from payment left join demo_bank_object intent on intent.id = payment.provider_intent_id
      -- An invoice is paid by parts, each a payment of its own.
      where payment.state = 'paid' and payment.total_cents > 0 and payment.kind <> 'invoice'
        and (intent.state is distinct from 'succeeded' or ${CHARGED} <> payment.total_cents)`,
  },
  {
    name: 'the provider charged what we do not know as paid',
    broken: ({ yesterday }) => sql`
      select intent.id, intent.amount_cents, coalesce(named.id, captured.id) as payment_id,
        coalesce(named.state, captured.state) as state
      from demo_bank_object intent
      left join payment named on named.id::text = intent.reference
      -- A hold names its order; what was captured of it is the payment's own.
      left join payment captured on captured.provider_intent_id = intent.id
      where intent.kind = 'intent' and intent.state = 'succeeded' and intent.id in (
          select line.data ->> 'objectId' from demo_bank_object line
          where line.kind = 'movement' and line.data ->> 'kind' = 'charge' and line.created_at < ${yesterday}
        )
        and named.state is distinct from 'paid' and captured.state is distinct from 'paid'`,
  },
  {
    name: 'the provider refunded more than it charged',
    broken: () => sql`
      select intent.id, intent.amount_cents, sum(refund.amount_cents) as refunded
      from demo_bank_object intent join demo_bank_object refund
        on refund.parent_id = intent.id and refund.kind = 'refund' and refund.state <> 'failed'
      group by intent.id having sum(refund.amount_cents) > ${CHARGED}`,
  },
  {
    name: 'the provider made a transfer twice',
    broken: () => sql`
      select reference, count(*), sum(amount_cents) from demo_bank_object
      where kind = 'transfer' group by 1 having count(*) > 1`,
  },
  {
    name: 'the provider paid a payout twice',
    // Its reference says which time it goes to the bank; what came back may go again.
    broken: () => sql`
      select split_part(reference, ':', 1) as payout_id, count(*), sum(amount_cents) from demo_bank_object
      where kind = 'payout' and state not in ('failed', 'canceled') group by 1 having count(*) > 1`,
  },
  {
    name: 'a payout is not what the provider sent',
    // What came back after it had arrived is heard of within a day, also where its webhook was lost.
    broken: ({ yesterday }) => sql`
      select payout.id, payout.amount_cents, sent.amount_cents as sent_cents, sent.state
      from payout left join demo_bank_object sent on sent.id = payout.provider_payout_id
      where payout.state = 'paid' and (sent.state is distinct from 'paid' or sent.amount_cents <> payout.amount_cents)
        and not exists (
          select from demo_bank_object event
          where event.kind = 'event' and event.data ->> 'objectId' = sent.id and event.created_at >= ${yesterday}
        )`,
  },
  {
    name: 'a payout is not the sum of its transfers',
    broken: () => sql`
      select payout.id, payout.state, payout.amount_cents, sum(transfer.amount_cents - transfer.reversed_cents) as transferred
      from payout join payout_transfer transfer on transfer.payout_id = payout.id and transfer.provider_transfer_id is not null
      where payout.state <> 'sending' group by payout.id
      having sum(transfer.amount_cents - transfer.reversed_cents)
        <> case payout.state when 'failed' then 0 else payout.amount_cents end`,
  },
  {
    name: 'more was transferred out of a charge than it brought',
    broken: () => sql`
      select intent.id, sum(sent.amount_cents - (sent.data ->> 'reversedCents')::bigint) as sent
      from demo_bank_object intent join demo_bank_object sent
        on sent.data ->> 'sourceIntentId' = intent.id and sent.kind = 'transfer'
      group by intent.id having sum(sent.amount_cents - (sent.data ->> 'reversedCents')::bigint) > ${CHARGED}`,
  },
  {
    name: 'a payout stands still between being made and its end',
    // What came back waits for its crew, what is in transit for the bank, what is short for us.
    broken: ({ yesterday }) => sql`
      select id, state, created_at, arrives_at, failure from payout
      where created_at < ${yesterday} and short_since is null
        and (state = 'sending' or (state = 'in_transit' and arrives_at < ${yesterday}))`,
  },
  {
    name: 'a visit was billed twice',
    broken: () => sql`
      select visit_id, count(*) from payment_line where visit_id is not null group by visit_id having count(*) > 1`,
  },
  {
    name: 'a visit was billed that is not completed',
    // Calling an order off may cost a fee.
    broken: () => sql`
      select visit.id, visit.state, line.payment_id
      from payment_line line join visit on visit.id = line.visit_id
      where line.kind <> 'fee' and visit.state not in ('completed', 'reopened') and visit.missed_reason is null`,
  },
  {
    name: 'a payment is not the sum of its lines',
    broken: () => sql`
      select payment.id, payment.total_cents, sum(line.amount_cents) as lines
      from payment left join payment_line line on line.payment_id = payment.id
      group by payment.id having coalesce(sum(line.amount_cents), 0) <> payment.total_cents`,
  },
  {
    name: 'a crew earned on a visit that is not completed',
    broken: () => sql`
      select earning.id, earning.crew_id, visit.id as visit_id, visit.state
      from earning join visit on visit.id = earning.visit_id
      where earning.kind = 'visit' and visit.state not in ('completed', 'reopened') and visit.missed_reason is null`,
  },
  {
    name: 'a completed visit earned its crew nothing, or another amount',
    broken: () => sql`
      select visit.id, visit.crew_id, visit.crew_pay_cents, earning.crew_id as earned_by, earning.amount_cents
      from visit left join earning on earning.visit_id = visit.id and earning.kind = 'visit'
      where visit.state = 'completed' and visit.crew_pay_cents > 0
        and (earning.amount_cents is distinct from visit.crew_pay_cents or earning.crew_id <> visit.crew_id)`,
  },
  {
    name: 'a crew was not paid what was available on payout day',
    // Held for a stated reason: no account yet, a payout that came back, a frozen crew, or no more than the minimum.
    broken: ({ payout, settings }, { payableSince }) => sql`
      select earning.crew_id, sum(earning.amount_cents) as cents, min(earning.available_at) as since
      from earning
      join users on users.id = earning.crew_id
      join payout_account account on account.user_id = earning.crew_id
      where earning.payout_id is null and earning.available_at <= ${payout}
        and account.state = 'ready'
        and (users.frozen_until is null or users.frozen_until <= ${payout})
        and coalesce((${instantsById(payableSince)} ->> earning.crew_id::text)::timestamptz, 'infinity') < ${payout}
        and not exists (
          select from payout failed where failed.crew_id = earning.crew_id and failed.state = 'failed'
            and failed.created_at >= ${payout}
        )
      group by earning.crew_id having sum(earning.amount_cents) > ${settings.payoutMinimumCents}`,
  },
  {
    name: 'a completed visit was not billed on billing day',
    broken: ({ billing, billingDate }) => sql`
      select visit.id, visit.date, visit.completed_at from visit
      where visit.state = 'completed' and visit.weekly_job_id is not null and visit.date < ${billingDate}
        and not exists (select from payment_line line where line.visit_id = visit.id)
        -- Who is billed by the month waits for its end; whose terms have just changed, for the next run.
        and not exists (
          select from billing_terms terms where terms.customer_id = visit.customer_id and terms.period = 'monthly'
            and visit.date >= date_trunc('month', ${billingDate}::date)
        ) and not exists (
          select from audit_entry change
          where change.action = 'set_terms' and change.subject = visit.customer_id::text and change.at >= ${billing}
        )
        and exists (
          select from visit_event event
          where event.visit_id = visit.id and event.transition = 'complete' and event.at < ${billing}
        )`,
  },
  {
    name: 'a payment stands still between being made out and its outcome',
    broken: ({ yesterday, settings }) => sql`
      select id, state, created_at, next_attempt_at, failed_retries from payment
      where (state in ('due', 'charging') and created_at < ${yesterday} and not exists (
          -- Some banks take days.
          select from demo_bank_object intent
          where intent.kind = 'intent' and intent.reference = payment.id::text and intent.state = 'processing'
        ))
        -- A part of an invoice that was declined is asked for by nobody: the invoice stays open.
        or (state = 'declined' and kind <> 'invoice_part' and failed_retries <= ${settings.dunningRetryDays.length}
          and (next_attempt_at is null or next_attempt_at < ${yesterday}))`,
  },
  {
    name: 'dunning has ended and the service goes on',
    broken: ({ yesterday, settings }) => sql`
      select payment.id as payment_id, job.id as weekly_job_id, job.state
      from payment join weekly_job job on job.customer_id = payment.customer_id
      where payment.state = 'declined' and payment.failed_retries > ${settings.dunningRetryDays.length} and job.state = 'active'
        and payment.first_failed_at < ${yesterday} and job.updated_at < ${yesterday}
        and not exists (select from task where kind = 'apply_service_pause')`,
  },
  {
    name: 'a commission is more than its sponsor earned, or of nobody',
    broken: () => sql`
      select commission.id, commission.sponsor_id, commission.brought_id from commission
      join users brought on brought.id = commission.brought_id
      where commission.sponsor_id = commission.brought_id or commission.reversed_cents > commission.amount_cents`,
  },
]

function instantsById(instants: Parameters<Invariant['broken']>[1]['payableSince']) {
  const texts = Object.fromEntries([...instants].map(([id, at]) => [id, formatInstant(at)]))
  return sql`${JSON.stringify(texts)}::jsonb`
}
