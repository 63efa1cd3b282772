/** How a chargeback stands, and until when an answer is taken. */
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { readInstant } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { useNow } from '#web/ui/now.ts'

export type Chargeback = Reply<'GET /api/chargeback'>
/** From here on the deadline is red. */
const NEAR_MS = 3 * DAY_MS

type Stated = Pick<Chargeback, 'state' | 'end' | 'evidenceDueAt'>

export function ChargebackState({ chargeback: { state, end } }: { chargeback: Stated }) {
  const { chargebacks: texts } = useText()
  if (end !== null) return <Badge tone={end === 'won' ? 'good' : 'danger'}>{texts.ends[end]}</Badge>
  const isWaiting = state === 'needs_evidence'
  return <Badge tone={isWaiting ? 'warn' : 'info'}>{texts.states[isWaiting ? state : 'under_review']}</Badge>
}

/** Counted down while an answer is awaited. */
export function Due({ chargeback: { state, evidenceDueAt } }: { chargeback: Stated }) {
  const { chargebacks: texts } = useText()
  const now = useNow()
  if (state !== 'needs_evidence') return '–'
  if (evidenceDueAt === null) return texts.noDue
  const left = readInstant(evidenceDueAt) - now
  const tone: BadgeTone = left < NEAR_MS ? 'danger' : 'neutral'
  const words =
    left <= 0
      ? texts.overdue
      : texts.dueIn(Math.floor(left / DAY_MS), Math.max(1, Math.floor(left / HOUR_MS)))
  return <Badge tone={tone}>{words}</Badge>
}
