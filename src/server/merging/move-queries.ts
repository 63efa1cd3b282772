/**
 * What becomes of every row that names a customer when its account is closed for another of the same person: one
 * table, written by hand, of every column that refers to people. A test asks the database which there are. What is
 * otherwise with crews stands in `crew-move-queries.ts`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { MergeSide } from '#domain/accounts/merging.ts'
import type { UserId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import type { Db } from '../db/client.ts'
import { giveNamesOfTheirOwn, moveFilters } from './name-queries.ts'

export type Becomes =
  /** The account that stays has it from then on. */
  | { readonly becomes: 'moved' }
  /** Moved where the account that stays has none with the same columns; what is left over ends, or stays as history. */
  | {
      readonly becomes: 'moved unless there'
      readonly by: readonly string[]
      readonly rest: 'ended' | 'history'
    }
  | { readonly becomes: 'ended' }
  /** Stays under the closed account, which leads to the other. */
  | { readonly becomes: 'history' }
  /** By a rule of its own, below. */
  | { readonly becomes: 'chosen' }
  /** Of a crew's work: moved where the crew that is closed has the visit; elsewhere it says who was there before. */
  | { readonly becomes: 'moved with its visit' }
  /** Of crews and operators; a customer has none. */
  | { readonly becomes: 'of others' }

const moved = { becomes: 'moved' } as const
const ended = { becomes: 'ended' } as const
const history = { becomes: 'history' } as const
const chosen = { becomes: 'chosen' } as const
const ofOthers = { becomes: 'of others' } as const
const unless = (by: readonly string[], rest: 'ended' | 'history' = 'ended') =>
  ({ becomes: 'moved unless there', by, rest }) as const

export const COLUMNS_OF_PEOPLE: Readonly<Record<string, Becomes>> = {
  'account_closing.user_id': history,
  'account_merge.from_id': history,
  'account_merge.into_id': chosen,
  'account_merge.merged_by': ofOthers,
  'approval.asked_by': ofOthers,
  'approval.customer_id': moved,
  'approval.decided_by': ofOthers,
  'audit_entry.actor_id': history,
  'audit_person.person_id': history,
  'billing_details.customer_id': unless([]),
  'billing_terms.customer_id': unless([]),
  'billing_terms.granted_by': ofOthers,
  'bulk_change.customer_id': moved,
  'calendar.user_id': unless(['kind', 'group_id', 'property_id']),
  'chargeback.answered_by': ofOthers,
  // Whom the sponsor brought at the time.
  'commission.brought_id': history,
  'commission.sponsor_id': moved,
  'commission_spending.sponsor_id': moved,
  'complex.customer_id': moved,
  'complex_group.customer_id': moved,
  'conversation.user_id': unless(['visit_id']),
  'coupon_use.customer_id': moved,
  'coupon_version.saved_by': ofOthers,
  'credit_change.customer_id': moved,
  'credit_change.operator_id': ofOthers,
  'crew_profile.user_id': ofOthers,
  'crew_whereabouts.crew_id': ofOthers,
  'customer_crew_mark.customer_id': unless(['crew_id']),
  'customer_span.customer_id': chosen,
  'daily_digest.user_id': unless([]),
  'data_export.user_id': ended,
  'data_export.account_id': history,
  'dispatch_plan.created_by': ofOthers,
  'dispatch_plan_lane.crew_id': ofOthers,
  'dispatch_plan_visit.crew_id': ofOthers,
  'dispatch_plan_visit.was_crew_id': ofOthers,
  'dispute.customer_id': moved,
  'dispute.decided_by': ofOthers,
  'dispute_event.actor_id': history,
  'earning.crew_id': moved,
  'fraud_warning.answered_by': ofOthers,
  'go_link.user_id': unless(['purpose', 'subject_id'], 'history'),
  'hospitable_account.customer_id': moved,
  'hospitable_code.customer_id': ended,
  'idempotent_reply.user_id': ended,
  'identity_mark.user_id': unless(['kind', 'mark']),
  'invoice.customer_id': moved,
  'invoice_receipt.recorded_by': ofOthers,
  'job_filter.crew_id': ofOthers,
  'job_filter.customer_id': chosen,
  'late_completion.decided_by': ofOthers,
  // Nothing in the books is ever changed; the balances are zero.
  'ledger_account.owner_id': history,
  'letterhead.saved_by': ofOthers,
  'notice.user_id': unless(['key']),
  'notice_preference.user_id': unless(['event', 'channel']),
  'on_demand_draft.customer_id': moved,
  'on_demand_order.customer_id': moved,
  'one_time_token.user_id': ended,
  'operator_market.user_id': ofOthers,
  'outbox_message.user_id': moved,
  'paper_preference.user_id': unless([]),
  'partner_payment.recorded_by': ofOthers,
  'partner_payment.voided_by': ofOthers,
  'partner_statement.confirmed_by': ofOthers,
  'partner_statement.uploaded_by': ofOthers,
  'passkey.user_id': ended,
  'payment.customer_id': chosen,
  'payment.merged_from': history,
  'payment_method.user_id': chosen,
  'payout.crew_id': moved,
  'payout_account.user_id': unless([], 'history'),
  'person_note.author_id': ofOthers,
  'person_note.person_id': moved,
  'photo.owner_id': moved,
  'place_crew.crew_id': ofOthers,
  'property.customer_id': moved,
  'property_group.customer_id': moved,
  'property_import.customer_id': moved,
  'push_subscription.user_id': ended,
  'pushed_day.created_by': ofOthers,
  'pushed_day.undone_by': ofOthers,
  'queue_filter.user_id': ofOthers,
  'queue_item.owner_id': ofOthers,
  'quiet_hours.user_id': unless([]),
  'rating.customer_id': moved,
  'rating_request.customer_id': moved,
  'reconcile_difference.explained_by': ofOthers,
  'reconcile_run.requested_by': ofOthers,
  'referral_review.brought_id': history,
  'referral_review.decided_by': ofOthers,
  'referral_review.sponsor_id': moved,
  'refund_part.crew_id': ofOthers,
  'sales_tax_filing.filed_by': ofOthers,
  'schedule_move.created_by': history,
  // After the rows that it finds, most of which have taken it along already.
  'search_entry.owner_id': moved,
  'search_mark.operator_id': ofOthers,
  'second_factor.user_id': ended,
  'seeing.operator_id': ofOthers,
  'seeing.person_id': history,
  'service_change.planned_by': ofOthers,
  'service_checklist.saved_by': ofOthers,
  'service_past.replaced_by': ofOthers,
  'session.user_id': ended,
  'setting.written_by': ofOthers,
  'share.helper_id': history,
  'share.owner_id': history,
  'share_action.owner_id': history,
  // From where somebody came in is what an owner who did not ask for the merge will ask.
  'sign_in.user_id': history,
  'staff_invitation.invited_by': ofOthers,
  'staff_invitation.joined_as': ofOthers,
  'tax_consent.crew_id': ofOthers,
  'tax_exemption.customer_id': moved,
  'tax_exemption.decided_by': ofOthers,
  'tax_form_sent.crew_id': ofOthers,
  'tax_form_sent.sent_by': ofOthers,
  'tax_reminder.crew_id': ofOthers,
  'terms_acceptance.user_id': history,
  'tip.customer_id': moved,
  'unsubscribe_token.user_id': unless(['event']),
  'users.sponsor_id': chosen,
  'visit.customer_id': moved,
  'visit_checklist.crew_id': ofOthers,
  'visit_event.actor_id': history,
  'visit_message.sender_id': moved,
  'visit_message_read.user_id': unless(['visit_id']),
  'visit_reminder.user_id': unless(['visit_id', 'starts_at']),
  'waiting_tip.customer_id': moved,
  'weekly_job.customer_id': moved,
  'write_off.customer_id': moved,
  'write_off.operator_id': ofOthers,
}

export type Pair = { readonly keptId: UserId; readonly closedId: UserId }

/** In the merge's transaction, both accounts locked. A statement of each is as long as what the closed account has. */
export async function moveCustomer(db: Db, pair: Pair, methodOf: MergeSide): Promise<void> {
  await giveNamesOfTheirOwn(db, pair)
  await movePayments(db, pair)
  await moveMethods(db, pair, methodOf)
  await joinSpans(db, pair)
  await moveFilters(db, pair)
  await followAll(db, COLUMNS_OF_PEOPLE, pair)
}

export async function followAll(
  db: Db,
  columns: Readonly<Record<string, Becomes>>,
  pair: Pair,
): Promise<void> {
  for (const name of keysOf(columns)) await follow(db, name, columns[name]!, pair)
}

async function follow(db: Db, name: string, rule: Becomes, { keptId, closedId }: Pair): Promise<void> {
  const [table, column] = [sql.table(name.split('.')[0]!), sql.ref(name.split('.')[1]!)]
  const own = sql`own.${column} = ${closedId}`
  switch (rule.becomes) {
    case 'moved':
      await moveRows(db, { table, column, keptId, where: own })
      return
    case 'moved unless there': {
      const isSame = rule.by.map((by) => {
        const equal = NULLABLE.has(by) ? sql`is not distinct from` : sql`=`
        return sql`there.${sql.ref(by)} ${equal} own.${sql.ref(by)}`
      })
      const there = sql.join([sql`there.${column} = ${keptId}`, ...isSame], sql` and `)
      const where = sql`${own} and not exists (select from ${table} as there where ${there})`
      await moveRows(db, { table, column, keptId, where })
      if (rule.rest === 'ended') await sql`delete from ${table} where ${column} = ${closedId}`.execute(db)
      return
    }
    case 'moved with its visit': {
      const where = sql`${own} and own.visit_id in (select id from visit where crew_id = ${closedId})`
      await moveRows(db, { table, column, keptId, where })
      return
    }
    case 'ended':
      await sql`delete from ${table} where ${column} = ${closedId}`.execute(db)
      return
    case 'history':
    case 'chosen':
    case 'of others':
      return
  }
}

/** Of a calendar. All others are equal or not, which an index answers. */
const NULLABLE: ReadonlySet<string> = new Set(['group_id', 'property_id'])

/** So many that one statement is far from its time, however slow the machine. */
const ROWS_AT_ONCE = 2_000

type Rows = {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly keptId: UserId
  readonly where: RawBuilder<unknown>
}

async function moveRows(db: Db, { table, column, keptId, where }: Rows): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update ${table} as moving set ${column} = ${keptId}
      where moving.ctid = any(array(select own.ctid from ${table} as own where ${where} limit ${ROWS_AT_ONCE}))
    `.execute(db)
    if (numAffectedRows === undefined || numAffectedRows < ROWS_AT_ONCE) break
  }
  // A row that somebody changed meanwhile stands elsewhere by now, and was passed over.
  await sql`update ${table} as own set ${column} = ${keptId} where ${where}`.execute(db)
}

/** With where they come from: both accounts may have been billed for one week. */
async function movePayments(db: Db, { keptId, closedId }: Pair): Promise<void> {
  await sql`
    update payment set customer_id = ${keptId}, merged_from = coalesce(merged_from, ${closedId})
    where customer_id = ${closedId}
  `.execute(db)
}

/** The cards and bank accounts of one of the two; where that one has none, the other's. */
async function moveMethods(db: Db, { keptId, closedId }: Pair, methodOf: MergeSide): Promise<void> {
  const [winner, loser] = methodOf === 'kept' ? [keptId, closedId] : [closedId, keptId]
  await sql`
    delete from payment_method where user_id = ${loser}
      and exists (select from payment_method there where there.user_id = ${winner})
  `.execute(db)
  await db.updateTable('payment_method').set({ user_id: keptId }).where('user_id', '=', closedId).execute()
}

/** One customer from the first day on which either was served to the last. */
async function joinSpans(db: Db, { keptId, closedId }: Pair): Promise<void> {
  await sql`
    insert into customer_span (customer_id, market_id, first_on, last_on)
    select ${keptId}, market_id, first_on, last_on from customer_span where customer_id = ${closedId}
    on conflict (customer_id) do update set
      first_on = least(customer_span.first_on, excluded.first_on),
      last_on = greatest(customer_span.last_on, excluded.last_on)
  `.execute(db)
  await db.deleteFrom('customer_span').where('customer_id', '=', closedId).execute()
}
