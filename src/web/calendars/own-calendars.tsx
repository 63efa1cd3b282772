/** What one can follow in one's own calendar: a customer all places and each group, a crew its work. */
import { useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { CalendarLinks, type CalendarSubject } from './calendar-links.tsx'

export function OwnCalendars({ isCrew }: { isCrew: boolean }) {
  return isCrew ? <CrewCalendar /> : <CustomerCalendars />
}

function CrewCalendar() {
  const { calendars: texts } = useText().onboarding
  return (
    <CalendarCard body={texts.crewBody}>
      <CalendarLinks subjects={[[{ kind: 'work' }, texts.work]]} />
    </CalendarCard>
  )
}

function CustomerCalendars() {
  const { calendars: texts } = useText().onboarding
  // Whoever looks after the places of others reads their groups, and shares calendars of its own only.
  const isHelping = Boolean(useUser()?.looks_after)
  const { data = [] } = useEndpoint('GET /api/property-groups', undefined, { isEnabled: !isHelping })
  const groups = isHelping ? [] : data
  const subjects: (readonly [CalendarSubject, string])[] = [
    [{ kind: 'all' }, texts.all],
    ...groups.map((group) => [{ kind: 'group', groupId: group.id }, group.name] as const),
  ]
  return (
    <CalendarCard body={texts.customerBody}>
      <CalendarLinks subjects={subjects} />
    </CalendarCard>
  )
}

type CalendarCardProps = { body: string; children: React.ReactNode }

export function CalendarCard({ body, children }: CalendarCardProps) {
  const { calendars: texts } = useText().onboarding
  return (
    <Card title={texts.title} isFlush>
      <div className="grid gap-2 px-4 pb-3 text-sm text-muted sm:px-5">
        <p>{body}</p>
        <p>{texts.secret}</p>
      </div>
      {children}
    </Card>
  )
}
