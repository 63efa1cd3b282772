/** Who among the operators may do what: one table. An endpoint of theirs names the capability that it needs. */
import { keysOf } from '../keys.ts'

/** What the work of an operator divides into. */
export const CAPABILITIES = [
  /** People, places, visits, the day and its log. */
  'see',
  /** What customers paid, crews got and the books say. */
  'see_money',
  /** Who works where and when. */
  'dispatch',
  /** Helping a person: notes, contact, freezes, complaints. */
  'support',
  /** Money back to a customer, and credit. */
  'refund',
  /** Invoices, chargebacks, partners, taxes, the books. */
  'money',
  /** Prices, settings and texts of the house. */
  'catalogue',
  /** Background work. */
  'system',
  /** Who the operators are. */
  'staff',
] as const

export type Capability = (typeof CAPABILITIES)[number]

const CAPABILITIES_OF = {
  owner: CAPABILITIES,
  dispatcher: ['see', 'dispatch'],
  support: ['see', 'see_money', 'dispatch', 'support', 'refund'],
  finance: ['see', 'see_money', 'refund', 'money'],
  reader: ['see', 'see_money'],
} as const satisfies Readonly<Record<string, readonly Capability[]>>

export type StaffRole = keyof typeof CAPABILITIES_OF

export const STAFF_ROLES = keysOf(CAPABILITIES_OF)

/** Somebody who has no role any more may do nothing. */
export function capabilitiesOf(role: StaffRole | null): readonly Capability[] {
  return role === null ? [] : CAPABILITIES_OF[role]
}

export function mayDo(role: StaffRole | null, capability: Capability): boolean {
  return capabilitiesOf(role).includes(capability)
}
