/** When a visit was begun, by a phone that may have been offline: its own time where that can be true (field 39). */
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { dateAt, HOUR_MS, type Instant } from '../time.ts'
import type { VisitFacts } from './lifecycle.ts'

type StartSettings = Pick<BusinessSettings, 'clockAheadSeconds' | 'lateCompletionHours'>

export function startTimeOf(
  visit: Pick<VisitFacts, 'date' | 'zone' | 'endsAt'>,
  said: Instant | null,
  { now, settings }: { readonly now: Instant; readonly settings: StartSettings },
): { readonly at: Instant } | Refusal {
  if (said === null) return { at: now }
  if (said > now + settings.clockAheadSeconds * 1_000) return refuse('clock_ahead')
  const at = said > now ? now : said
  if (dateAt(at, visit.zone) < visit.date) return refuse('too_early')
  return now < visit.endsAt + settings.lateCompletionHours * HOUR_MS ? { at } : refuse('too_late')
}
