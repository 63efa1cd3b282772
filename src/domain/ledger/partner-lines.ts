/**
 * What a partner owes for work that crews did for it, as balanced postings; the platform passes it on whole.
 *
 * | event                | debit                     | credit                    |
 * |----------------------|---------------------------|---------------------------|
 * | partnerLineEarned    | partner_receivable        | crew_payable              |
 * | partnerLineMoved     | crew_payable of the wrong | crew_payable of the right |
 * | partnerPaid          | platform_bank             | partner_receivable        |
 * | partnerPaymentVoided | partner_receivable        | platform_bank             |
 *
 * A partner pays a statement whole, also for lines that wait for a crew: what it owes may be below nothing until then.
 */
import type { Cents } from '../money.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

/** A line is earned once, whichever file it came with. */
export function partnerLineEarned(event: { lineId: string; crewId: string; amountCents: Cents }): Journal {
  return journal(`partner-line:${event.lineId}:earned`, [
    debit('partner_receivable', null, event.amountCents),
    credit('crew_payable', event.crewId, event.amountCents),
  ])
}

/** The operator corrects whose line it is, before it was paid out. `move` counts the corrections of the line. */
export function partnerLineMoved(event: {
  lineId: string
  move: number
  fromCrewId: string
  toCrewId: string
  amountCents: Cents
}): Journal {
  return journal(`partner-line:${event.lineId}:moved:${event.move}`, [
    debit('crew_payable', event.fromCrewId, event.amountCents),
    credit('crew_payable', event.toCrewId, event.amountCents),
  ])
}

type PartnerPayment = { paymentId: string; amountCents: Cents }

export function partnerPaid({ paymentId, amountCents }: PartnerPayment): Journal {
  return journal(`partner-payment:${paymentId}`, [
    debit('platform_bank', null, amountCents),
    credit('partner_receivable', null, amountCents),
  ])
}

/** It was recorded by mistake. */
export function partnerPaymentVoided({ paymentId, amountCents }: PartnerPayment): Journal {
  return journal(`partner-payment:${paymentId}:voided`, [
    debit('partner_receivable', null, amountCents),
    credit('platform_bank', null, amountCents),
  ])
}
