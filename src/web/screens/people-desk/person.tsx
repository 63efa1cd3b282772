/** One person: who it is, what it has and owes, what happened, and what an operator does for it on the phone. */
import { useParams, useSearchParams } from 'react-router'
import { ApiError, useEndpoint } from '#web/api.ts'
import { HistoryPart } from '#web/desk/lazy-history.tsx'
import { NotesPart } from '#web/desk/notes-part.tsx'
import { VisitsPart } from '#web/desk/visits-part.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts } from './person-facts.tsx'
import { MoneyPart, PlacesPart } from './person-lists.tsx'
import type { Person } from './person-type.ts'

const TABS = {
  Customer: ['visits', 'places', 'money', 'notes', 'timeline'],
  Crew: ['visits', 'money', 'notes', 'timeline'],
  Operator: ['notes', 'timeline'],
} as const
/** All else is with the account that it was merged into; what a crew was paid stays. */
const MERGED_TABS = { Customer: ['timeline'], Crew: ['money', 'timeline'], Operator: ['timeline'] } as const

type Tab = (typeof TABS)[keyof typeof TABS][number]

export function PersonPage() {
  const { peopleDesk: texts } = useText()
  const { person_id: id = '' } = useParams()
  const read = useEndpoint('GET /api/person', { query: { id } })
  const back = linkTo('operatorPeople')
  if (read.error instanceof ApiError && read.error.status === 404)
    return (
      <Page title={texts.kinds.Customer} back={back}>
        <EmptyState icon="users" title={texts.gone}>
          {texts.goneBody}
        </EmptyState>
      </Page>
    )
  if (read.isError && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={8} />
  return <Shown key={id} person={read.data} back={back} />
}

function Shown({ person, back }: { person: Person; back: string }) {
  const { peopleDesk: texts } = useText()
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const tabs: readonly Tab[] = (person.mergedInto === null ? TABS : MERGED_TABS)[person.type]
  const active = tabs.find((each) => each === search.get('show')) ?? tabs[0]!
  return (
    <Page
      title={person.name}
      subtitle={texts.kinds[person.type]}
      back={back}
      width="wide"
      actions={<PersonActions person={person} />}
    >
      {person.mergedInto !== null && (
        <Banner
          title={texts.mergedInto(person.mergedInto.name)}
          actions={
            <ButtonLink to={linkTo('operatorPerson', { person_id: person.mergedInto.id })}>
              {texts.openMerged}
            </ButtonLink>
          }
        >
          {(person.type === 'Crew' ? texts.crewMergedBody : texts.mergedIntoBody)(
            format.dateTime(person.mergedInto.at, person.timeZone),
          )}
        </Banner>
      )}
      {person.frozenUntil !== null && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="danger">{texts.frozen(format.dateTime(person.frozenUntil, person.timeZone))}</Badge>
          <span className="text-muted">{person.frozenNotes}</span>
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <PersonFacts person={person} />
        <Tabs
          label={person.name}
          tabs={tabs.map((key) => ({ key, label: texts.tabs[key] }))}
          active={active}
          onSelect={(show) => setSearch({ show }, { replace: true })}
        >
          {active === 'visits' && <VisitsPart person={person} />}
          {active === 'places' && <PlacesPart person={person} />}
          {active === 'money' && <MoneyPart person={person} />}
          {active === 'notes' && <NotesPart person={person} />}
          {active === 'timeline' && <HistoryPart of="person" id={person.id} />}
        </Tabs>
      </div>
    </Page>
  )
}
