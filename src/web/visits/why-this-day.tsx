/** Why a visit is, and why on this day: rule, change, holiday, pushed day, the customer's own move (field list 24). */

import type { LocalDate } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { nameIn, textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

type Reason = Reply<'GET /api/visit-reasons'>['reasons'][number]

export function WhyThisDay({ visitId }: { visitId: string }) {
  const texts = useText().schedule.why
  const say = useReasonText()
  const reasons = useEndpoint('GET /api/visit-reasons', { query: { id: visitId } })
  return (
    <Card title={texts.title}>
      {reasons.isPending && <Skeleton rows={1} />}
      {reasons.isLoadingError && <ErrorState error={reasons.error} onRetry={() => void reasons.refetch()} />}
      {reasons.data && (
        <ul className="grid gap-1.5">
          {reasons.data.reasons.map((reason) => (
            <li key={reason.kind}>
              {say(reason)}
              {reason.note !== '' && <span className="block text-muted">{reason.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function useReasonText(): (reason: Reason) => string {
  const { schedule, ui } = useText()
  const format = useFormat()
  const language = useLanguage()
  const rhythm = useRhythmText()
  return (reason) => {
    const texts = schedule.why
    const days = reason.weekdays.map((weekday) => ui.weekdays.short[weekday - 1]).join(', ')
    const [from, to] = [dayOf(reason.from, format), dayOf(reason.to, format)]
    const given = nameIn(language, reason) ?? ''
    const pushed = textFor(schedule.push, given) ?? schedule.push.other
    switch (reason.kind) {
      case 'rule':
      case 'changed':
        return reason.rhythm === null || isEveryWeek(reason.rhythm)
          ? texts[reason.kind](days, from)
          : texts[reason.kind === 'rule' ? 'ruleOf' : 'changeOf'](
              rhythm({ ...reason, rhythm: reason.rhythm }),
              from,
            )
      case 'holiday':
        return texts.holiday(from, to, given)
      case 'pushed':
        return texts.pushed(from, to, pushed)
      case 'customer_move':
        return texts.customer_move(from, to)
      case 'skipped_for_pushed_day':
        return texts.skipped_for_pushed_day(pushed)
      case 'extra_after_stay':
        return texts.extra_after_stay(reason.nights ?? 0, reason.guests)
      default:
        return texts[reason.kind]
    }
  }
}

function dayOf(date: LocalDate | null, format: Format): string {
  return date === null ? '' : format.day(date)
}
