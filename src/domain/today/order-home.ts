/** What a customer sees first: today's exception that needs a hand, then what comes next. */
import { addDays, type Instant, type LocalDate } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'

/** In the order of how soon somebody has to act: a crew that waits at a door, a question, then what is only to know. */
const NEWS_KINDS = ['access', 'answer', 'late', 'declined', 'missed', 'moved'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export type HomeVisit<Id> = {
  readonly id: Id
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly state: VisitState
  /** By a pushed day; of holidays a week says it once, and what customers moved themselves is no news to them. */
  readonly isMovedByOthers: boolean
  /** The crew's last estimate, while it is still to come. */
  readonly expectedAt: Instant | null
  readonly isDoorShut: boolean
  readonly hasQuestion: boolean
}

export type News<Id> = { readonly kind: Exclude<NewsKind, 'declined'>; readonly visitId: Id }

const TO_COME: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route']
/** Of days that moved people are told this long before. */
const MOVED_AHEAD_DAYS = 2

/** Each visit once, by what is most urgent of it; the more urgent first, then the earlier. */
export function newsOf<Id>(
  visits: readonly HomeVisit<Id>[],
  { today, now }: { readonly today: LocalDate; readonly now: Instant },
): News<Id>[] {
  return visits
    .flatMap((visit) => {
      const kind = kindOf(visit, today, now)
      return kind === null ? [] : [{ kind, visit }]
    })
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || a.visit.startsAt - b.visit.startsAt)
    .map(({ kind, visit }) => ({ kind, visitId: visit.id }))
}

export function rankOf(kind: NewsKind): number {
  return NEWS_KINDS.indexOf(kind)
}

/** Work that is under way before what is planned, then by its hour; null where nothing comes. */
export function nextVisitOf<Id>(visits: readonly HomeVisit<Id>[]): Id | null {
  const place = ({ state }: HomeVisit<Id>) => (state === 'in_progress' ? 0 : state === 'en_route' ? 1 : 2)
  const [next] = visits
    .filter(({ state }) => state === 'in_progress' || TO_COME.includes(state))
    .toSorted((a, b) => place(a) - place(b) || a.startsAt - b.startsAt)
  return next?.id ?? null
}

function kindOf<Id>(visit: HomeVisit<Id>, today: LocalDate, now: Instant): News<Id>['kind'] | null {
  if (visit.isDoorShut) return 'access'
  if (visit.hasQuestion) return 'answer'
  const isToday = visit.date === today
  const isToCome = TO_COME.includes(visit.state)
  if (isToday && isToCome && (visit.expectedAt ?? now) > visit.endsAt) return 'late'
  if (isToday && visit.state === 'missed') return 'missed'
  return isToCome && visit.isMovedByOthers && visit.date <= addDays(today, MOVED_AHEAD_DAYS) ? 'moved' : null
}
