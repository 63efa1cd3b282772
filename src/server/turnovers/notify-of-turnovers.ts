/** A crew hears of a turnover of its own that moved or is off; the host of one that could not move any more. */
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { TurnoverPlan } from '#domain/turnovers/plan-turnovers.ts'
import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { turnoverTexts } from './texts.ts'

type Planned = {
  readonly place: { readonly id: PropertyId; readonly name: string; readonly customerId: UserId }
  readonly plan: TurnoverPlan
  readonly crewOf: ReadonlyMap<VisitId, UserId | null>
  readonly isPaused: boolean
  readonly now: Instant
}

export async function notifyOfTurnovers(
  db: Db,
  { place, plan, crewOf, isPaused, now }: Planned,
): Promise<void> {
  const about = (what: keyof typeof turnoverTexts.en, date: LocalDate) =>
    inEachLanguage((language) => {
      const { title, text } = turnoverTexts[language][what]
      return { title, text: `${text}\n${place.name}, ${dayText(date, language)}` }
    })
  const toCrew = (what: 'moved' | 'cancelled' | 'paused', visitId: VisitId, date: LocalDate): Notice[] => {
    const to = crewOf.get(visitId) ?? null
    if (to === null) return []
    const key = `turnover-${what}:${visitId}:${now}`
    return [{ to, event: 'job_changed', key, texts: about(what, date), url: '/jobs-list', now }]
  }
  await notifyAll(db, [
    ...plan.alter.flatMap(({ standing, as }) => toCrew('moved', standing.visitId, as.date)),
    ...plan.cancel.flatMap(({ visitId, date }) => toCrew(isPaused ? 'paused' : 'cancelled', visitId, date)),
    ...plan.underWay.map(
      ({ visitId, date }): Notice => ({
        to: place.customerId,
        event: 'job_changed',
        // Once for each visit, however often the stay moves meanwhile (field 32).
        key: `turnover-under-way:${visitId}`,
        texts: about('underWay', date),
        url: `/visit/${visitId}`,
        now,
        isUrgent: true,
      }),
    ),
  ])
}
