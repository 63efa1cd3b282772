/** Who may approve is notified that something waits; whoever asked, how it ended. */

import type { ApprovalId, PaymentId, UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { mayDo } from '#domain/staff/roles.ts'
import { type ApprovalKind, CAPABILITY_OF_APPROVAL } from '#domain/staff/second-person.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify, notifyAll } from '../notices/notify.ts'
import type { OperatorScope } from '../scope.ts'
import { type ApprovalRow, amountOf, listStaffOf, readName } from './queries.ts'
import { approvalTexts } from './texts.ts'

type Request = {
  readonly approvalId: ApprovalId
  readonly others: readonly UserId[]
  readonly customerId: UserId
  readonly amountCents: Cents
  readonly now: Instant
}

const QUEUE = '/operator/queues/approvals'

/** Who but the one that asks may approve it in this city. */
export async function othersWhoApprove(
  db: Db,
  { marketId, userId }: OperatorScope,
  kind: ApprovalKind,
): Promise<UserId[]> {
  const staff = await listStaffOf(db, marketId)
  return staff.flatMap(({ id, role }) =>
    id !== userId && mayDo(role, 'refund') && mayDo(role, CAPABILITY_OF_APPROVAL[kind]) ? [id] : [],
  )
}

export async function notifyOfRequest(db: Db, scope: OperatorScope, request: Request): Promise<void> {
  const { approvalId, others, customerId, amountCents, now } = request
  const said = {
    asker: scope.name,
    customer: await readName(db, customerId),
    amount: formatCents(amountCents),
  }
  const texts = inEachLanguage((language) => approvalTexts[language].asked(said))
  await notifyAll(
    db,
    others.map((to) => ({
      to,
      event: 'payment' as const,
      key: `approval:${approvalId}`,
      texts,
      url: QUEUE,
      now,
    })),
  )
}

export async function notifyOfDecision(
  db: Db,
  row: ApprovalRow,
  decided: { step: 'approve' | 'decline'; by: string; note: string; now: Instant },
): Promise<void> {
  const said = {
    by: decided.by,
    customer: row.customer_name,
    amount: formatCents(amountOf(row)),
    note: decided.note,
  }
  const ended = decided.step === 'approve' ? 'approved' : 'declined'
  await notify(db, {
    to: row.asked_by,
    event: 'payment',
    key: `approval-decided:${row.id}`,
    texts: inEachLanguage((language) => approvalTexts[language][ended](said)),
    url: urlOf(row),
    now: decided.now,
  })
}

export async function notifyOfExpiry(
  db: Db,
  row: Pick<ApprovalRow, 'id' | 'asked_by' | 'customer_id' | 'amount_cents' | 'payment_id'>,
  now: Instant,
): Promise<void> {
  const said = { customer: await readName(db, row.customer_id), amount: formatCents(amountOf(row)) }
  await notify(db, {
    to: row.asked_by,
    event: 'payment',
    key: `approval-decided:${row.id}`,
    texts: inEachLanguage((language) => approvalTexts[language].expired(said)),
    url: urlOf(row),
    now,
  })
}

const urlOf = (row: { readonly payment_id: PaymentId | null; readonly customer_id: UserId }) =>
  row.payment_id === null ? `/operator/person/${row.customer_id}` : `/operator/payment/${row.payment_id}`
