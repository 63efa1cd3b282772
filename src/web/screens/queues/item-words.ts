/** What waits and why, in the reader's words; each queue has its reasons from its own desk. */
import type { Queue } from '#contract/queue-kinds.ts'
import { formatInstant, MINUTE_MS } from '#domain/time.ts'
import { sayWait } from '#web/desk/say-wait.ts'
import { useDeclineText } from '#web/money/decline-text.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { useNow } from '#web/ui/now.ts'
import type { Item } from './use-decide.ts'

/** How long it waits, or how soon a visit to come begins; moves on with the clock. */
export function useAge(kind: Queue, { since, isAnytime }: Item): string {
  const { queues: texts, systemHealth } = useText()
  const format = useFormat()
  const now = useNow()
  const leftMs = Date.parse(since) - now
  const [from, until] = [since, formatInstant(now)]
  if (COMES.has(kind)) {
    // Midnight is no hour at which anybody begins.
    if (isAnytime) return ''
    if (leftMs > 0) return texts.beginsIn(sayWait(until, from, systemHealth, format))
    return texts.begunFor(sayWait(from, until, systemHealth, format))
  }
  if (-leftMs < JUST_NOW_MS) return texts.justNow
  return texts.waitsFor(sayWait(from, until, systemHealth, format))
}

const JUST_NOW_MS = 2 * MINUTE_MS

/** Since when it waits, or when a visit to come begins: its day alone where it may be done at any hour. */
export function useSince(kind: Queue, { since, isAnytime, timeZone }: Item): string {
  const { queues: texts } = useText()
  const format = useFormat()
  const language = useLanguage()
  if (isAnytime && COMES.has(kind)) return texts.anytimeOn(format.dateOf(since, timeZone))
  return `${format.dateTime(since, timeZone)} ${zoneName(timeZone, language)}`
}

/** What waits for its beginning, not since something happened. */
export const COMES: ReadonlySet<Queue> = new Set(['unassigned', 'unconfirmed'])

export function useTitle(kind: Queue, item: Item): string {
  const { systemHealth, books } = useText()
  if (kind === 'parked') return textFor(systemHealth.kinds, item.title) ?? item.title
  // What differs is said in English by who compares; its check is named in each language.
  if (kind === 'differences') return textFor(books.checks, item.reason) ?? item.title
  return item.title
}

export function useReason(kind: Queue, { reason, title }: Item): string {
  const { queues, moneyDesk, feedback, lateCompletions, chargebacks, referralDesk } = useText()
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
    silent_feeds: queues.feedFaults,
    failed_payouts: moneyDesk.payoutFaults,
    disputes: feedback.openDispute.problems,
    late_reports: lateCompletions.reasons,
    chargebacks: chargebacks.reasons,
  }
  const said = textFor(tables[kind] ?? queues.reasons, reason)
  return said ?? (kind === 'parked' ? reason : reason.replaceAll('_', ' '))
}
