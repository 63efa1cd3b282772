/** Who may write whom about a visit, and until when: its customer, and whichever crew has it. */
import type { UserId } from '../ids.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, HOUR_MS, type Instant, instant } from '../time.ts'

export type MessageRole = 'customer' | 'crew' | 'operator'

export type ThreadVisit = {
  readonly customerId: UserId
  readonly crewId: UserId | null
  readonly endsAt: Instant
}

export type ThreadSettings = Pick<BusinessSettings, 'messageDaysAfterVisit' | 'messagesPerHour'>

/** The moment after which a thread can only be read. */
export function closesAt({ endsAt }: ThreadVisit, { messageDaysAfterVisit }: ThreadSettings): Instant {
  return instant(endsAt + messageDaysAfterVisit * DAY_MS)
}

/** A crew that no longer has the visit reads nothing of it (privacy), not even what it wrote. */
export function mayRead(visit: ThreadVisit, role: MessageRole, userId: UserId): boolean {
  if (role === 'operator') return true
  return userId === (role === 'customer' ? visit.customerId : visit.crewId)
}

export function mayWrite(
  visit: ThreadVisit,
  writer: { readonly role: MessageRole; readonly id: UserId; readonly sentLastHour: number },
  now: Instant,
  settings: ThreadSettings,
): { readonly crewId: UserId } | Refusal {
  if (!mayRead(visit, writer.role, writer.id)) return refuse('not_yours')
  if (visit.crewId === null) return refuse('no_crew')
  if (now >= closesAt(visit, settings)) return refuse('too_late')
  if (writer.sentLastHour >= settings.messagesPerHour) return refuse('too_many_messages')
  return { crewId: visit.crewId }
}

/** Notified once in a row of unread messages, and again when the row is an hour old: not for every line. */
export function isWorthNotifying(
  oldestUnreadAt: Instant | null,
  lastNotifiedAt: Instant | null,
  now: Instant,
): boolean {
  return oldestUnreadAt === null || lastNotifiedAt === null || now - lastNotifiedAt >= HOUR_MS
}
