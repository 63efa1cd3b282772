/** The log of who did what: which call leaves what in it, and how it is read. */
import { z } from 'zod'
import type { UserId } from '#domain/ids.ts'
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts'
import { defineEndpoints } from './endpoint.ts'
import { cursor, day, id, moment } from './shapes.ts'

/**
 * What each writing call of operators leaves in the log. Tests ask after every such call whether it did, and none may be
 * without a place here or in `UNLOGGED_CALLS`.
 */
export const LOGGED_CALLS = {
  'POST /api/send-evidence': ['send_evidence'],
  'POST /api/accept-chargeback': ['accept_chargeback'],
  'POST /api/look-for-payment': ['look_for_payment'],
  'POST /api/answer-fraud-warning': ['answer_fraud_warning'],
  'POST /api/send-assignments-link': ['send_assignments_link'],
  'POST /api/publish-house-text': ['publish_house_text'],
  'POST /api/set-setting': ['set_setting'],
  'POST /api/set-price': ['set_price'],
  'POST /api/add-person-note': ['add_note'],
  'POST /api/remove-person-note': ['remove_note'],
  'POST /api/correct-person': ['correct_person'],
  'POST /api/mail-sign-in-link': ['mail_sign_in_link'],
  'POST /api/end-person-sessions': ['end_sessions'],
  'POST /api/assign-visit': ['assign_visit'],
  'POST /api/freeze-user': ['freeze_user'],
  'POST /api/unfreeze-user': ['unfreeze_user'],
  'POST /api/save-holiday-rules': ['save_holiday_rules'],
  'POST /api/assign-holiday-rules': ['assign_holiday_rules'],
  'POST /api/push-day': ['push_day'],
  'POST /api/undo-pushed-day': ['undo_pushed_day'],
  'POST /api/decide-referral': ['sponsor_approved', 'sponsor_refused'],
  'POST /api/accept-late-completion': ['accept_late_completion'],
  'POST /api/dismiss-late-completion': ['dismiss_late_completion'],
  'POST /api/upload-partner-statement': ['upload_partner_statement'],
  'POST /api/confirm-partner-statement': ['confirm_partner_statement'],
  'POST /api/discard-partner-statement': ['discard_partner_statement'],
  'POST /api/match-partner-crew': ['match_partner_crew'],
  'POST /api/move-partner-line': ['move_partner_line'],
  'POST /api/record-partner-payment': ['record_partner_payment'],
  'POST /api/void-partner-payment': ['void_partner_payment'],
  'POST /api/set-terms': ['set_terms'],
  'POST /api/record-invoice-payment': ['record_invoice_payment'],
  'POST /api/remind-of-invoice': ['remind_of_invoice'],
  'POST /api/void-invoice': ['void_invoice'],
  'POST /api/refund-payment': ['refund_payment'],
  'POST /api/retry-refund': ['retry_refund'],
  'POST /api/change-credit': ['give_credit', 'take_credit'],
  'POST /api/write-off-payment': ['write_off_payment'],
  'POST /api/resume-service': ['resume_service'],
  'POST /api/run-reconcile': ['run_reconcile'],
  'POST /api/explain-difference': ['explain_difference'],
  'POST /api/decide-tax-exemption': ['approve_tax_exemption', 'refuse_tax_exemption', 'end_tax_exemption'],
  'POST /api/file-sales-tax': ['file_sales_tax'],
  'POST /api/remind-tax-form': ['remind_tax_form'],
  'POST /api/mark-tax-forms': ['send_tax_form', 'unsend_tax_form'],
  'POST /api/decide-dispute': ['decide_dispute'],
  'POST /api/retry-task': ['retry_task'],
  'POST /api/drop-task': ['drop_task'],
} as const satisfies Readonly<Record<string, readonly AuditAction[]>>

/** Calls of operators by POST that change nothing of anybody else's, each with the reason. */
export const UNLOGGED_CALLS: Readonly<Record<string, string>> = {
  'POST /api/open-found': 'what an operator opened last, for itself',
  'POST /api/pin-found': 'what an operator pinned, for itself',
}

const filters = {
  /** Whom it concerns. */
  personId: id<UserId>().optional(),
  /** Who did it. */
  actorId: id<UserId>().optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** Of the operator's market, of what concerns every market, or both. */
  reach: z.enum(['both', 'market', 'every']).default('both'),
  /** Days on the market's clock. */
  from: day.optional(),
  to: day.optional(),
}

const person = z.object({
  id: id<UserId>(),
  name: z.string(),
  type: z.enum(['Crew', 'Customer', 'Operator']),
})

export const audit = defineEndpoints({
  'GET /api/audit-log': {
    access: 'operator',
    summary: 'Who did what to whom, newest first, a page at a time; secrets are left out.',
    query: z.object({ ...filters, cursor: cursor.optional() }),
    reply: z.object({
      /** The market’s, in which days are meant and instants shown. */
      timeZone: z.string(),
      marketName: z.string(),
      /** How many there are by these filters; stops counting at `mostCounted`. */
      count: z.int(),
      mostCounted: z.int(),
      /** Who is filtered by. */
      person: person.nullable(),
      actors: z.array(person),
      entries: z.array(
        z.object({
          id: z.number(),
          at: moment,
          /** Null where the product acted by itself. */
          actor: person.nullable(),
          action: z.string(),
          subject: z.string(),
          people: z.array(person),
          isEveryMarket: z.boolean(),
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/audit-log-csv': {
    access: 'operator',
    summary: 'The same as a table for a spreadsheet, up to 20,000 lines.',
    query: z.object(filters),
    repliesFile: true,
    reply: z.unknown(),
  },
})
