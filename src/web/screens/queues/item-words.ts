/** What waits and why, in the reader's words; each queue has its reasons from its own desk. */
import type { Queue } from '#contract/queue-kinds.ts'
import { useDeclineText } from '#web/money/decline-text.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import type { Item } from './use-decide.ts'

export function useTitle(kind: Queue, item: Item): string {
  const { systemHealth, books } = useText()
  if (kind === 'parked') return textFor(systemHealth.kinds, item.title) ?? item.title
  // What differs is said in English by who compares; its check is named in each language.
  if (kind === 'differences') return textFor(books.checks, item.reason) ?? item.title
  return item.title
}

export function useReason(kind: Queue, { reason, title }: Item): string {
  const { queues, feedback, lateCompletions, chargebacks, referralDesk } = useText()
  const declineText = useDeclineText()
  if (kind === 'declined') return declineText(reason)
  if (kind === 'differences') return title
  if (reason === null) return ''
  if (kind === 'referrals')
    return reason
      .split(' ')
      .map((each) => textFor(referralDesk.reasons, each) ?? each)
      .join(', ')
  const tables: Partial<Record<Queue, Readonly<Record<string, string>>>> = {
    disputes: feedback.openDispute.problems,
    late_reports: lateCompletions.reasons,
    chargebacks: chargebacks.reasons,
  }
  const said = textFor(tables[kind] ?? queues.reasons, reason)
  return said ?? (kind === 'parked' ? reason : reason.replaceAll('_', ' '))
}
