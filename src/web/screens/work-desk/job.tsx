/** A weekly job for an operator: its terms, with every change that its customer can make, its visits, crews and notes. */
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ActingFor, ApiError, type Reply, useEndpoint } from '#web/api.ts'
import { HistoryPart } from '#web/desk/lazy-history.tsx'
import { NotesPart } from '#web/desk/notes-part.tsx'
import { VisitsPart } from '#web/desk/visits-part.tsx'
import { useServices } from '#web/jobs/services.ts'
import { ChangeForm } from '#web/jobs/lazy-change.tsx'
import { PauseForm } from '#web/jobs/weekly-job.pause.tsx'
import { type JobMode, JobTerms } from '#web/jobs/weekly-job.tsx'
import { Only, useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { PersonLink } from './person-link.tsx'

type Job = Reply<'GET /api/operator-job'>

const TABS = ['visits', 'crews', 'notes', 'timeline'] as const

export function OperatorJob() {
  const { workDesk: texts } = useText()
  const { job_id: id = '' } = useParams()
  const read = useEndpoint('GET /api/operator-job', { query: { id } })
  if (read.error instanceof ApiError && (read.error.status === 404 || read.error.status === 400))
    return (
      <Page title={texts.job.kind} back={linkTo('operator')}>
        <EmptyState icon="calendar" title={texts.job.gone}>
          {texts.goneBody}
        </EmptyState>
      </Page>
    )
  if (read.data) return <Shown key={id} job={read.data} onChanged={() => void read.refetch()} />
  if (read.error !== null) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return <SkeletonCard rows={8} />
}

function Shown({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const { workDesk: texts } = useText()
  const services = useServices()
  const [search, setSearch] = useSearchParams()
  const active = TABS.find((each) => each === search.get('show')) ?? 'visits'
  const title = `${services.name(job.serviceKey)} · ${job.placeName}`
  const { customer, timeZone } = job
  return (
    <Page title={title} subtitle={texts.job.kind} back={linkTo('operator')} width="wide">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-4">
          <Card>
            <ActingFor value={{ id: customer.id }}>
              <Terms job={job} onChanged={onChanged} />
            </ActingFor>
          </Card>
          <Whose job={job} />
        </div>
        <Tabs
          label={title}
          tabs={TABS.map((key) => ({ key, label: texts.job.tabs[key] }))}
          active={active}
          onSelect={(show) => setSearch({ show }, { replace: true })}
        >
          {active === 'visits' && (
            <VisitsPart person={{ id: customer.id, type: 'Customer' }} of={{ weeklyJobId: job.id }} />
          )}
          {active === 'crews' && <Crews job={job} />}
          {active === 'notes' && (
            <NotesPart person={{ id: customer.id, timeZone }} about={{ kind: 'job', id: job.id }} />
          )}
          {active === 'timeline' && <HistoryPart of="job" id={job.id} />}
        </Tabs>
      </div>
    </Page>
  )
}

/** As its customer sees it, and with the customer's own buttons. */
function Terms({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const { workDesk: texts, customer } = useText()
  const [mode, setMode] = useState<JobMode>('look')
  const canChange = useMay()('support')
  const read = useEndpoint('GET /api/weekly-job', { query: { id: job.id } })
  if (read.isPending) return <Skeleton rows={5} />
  if (!read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const look = () => {
    setMode('look')
    onChanged()
  }
  return (
    <div className="grid gap-4">
      <JobTerms
        job={read.data}
        placeTo={linkTo('operatorPlace', { place_id: job.propertyId })}
        canChange={canChange}
        onMode={setMode}
        onClose={look}
      />
      <Only may="support" isSaid>
        <p className="text-sm text-muted">{texts.job.acting(job.customer.name)}</p>
      </Only>
      {mode !== 'look' && (
        <Sheet
          title={mode === 'change' ? customer.weekly.changeTitle : customer.weekly.pauseTitle}
          isOpen
          onClose={look}
        >
          {mode === 'change' ? (
            <ChangeForm job={read.data} onDone={look} />
          ) : (
            <PauseForm job={read.data} onDone={look} />
          )}
        </Sheet>
      )}
    </div>
  )
}

function Whose({ job }: { job: Job }) {
  const { workDesk: texts } = useText()
  const format = useFormat()
  const language = useLanguage()
  return (
    <Card title={texts.facts.people}>
      <Facts
        facts={[
          [texts.facts.customer, <PersonLink key="customer" person={job.customer} />],
          [texts.facts.zone, zoneName(job.timeZone, language)],
          [texts.job.bookedAt, format.dateTime(job.bookedAt, job.timeZone)],
        ]}
      />
    </Card>
  )
}

function Crews({ job }: { job: Job }) {
  const { workDesk, ui } = useText()
  const { job: texts } = workDesk
  const format = useFormat()
  if (job.crews.length === 0) return <EmptyState icon="truck" title={texts.noCrews} />
  return (
    <Card isFlush>
      <List label={texts.crews}>
        {job.crews.map((crew) => {
          const weekday = ui.weekdays.long[crew.weekday - 1] ?? ''
          const since = format.date(crew.from)
          return (
            <ListRow
              key={`${crew.id}${crew.weekday}${crew.takenAt}`}
              icon="truck"
              title={crew.name}
              detail={
                crew.releasedAt === null
                  ? texts.has(weekday, since)
                  : texts.had(weekday, since, format.dateTime(crew.releasedAt, job.timeZone))
              }
              state={crew.isLate && <Badge tone="warn">{texts.late}</Badge>}
              to={linkTo('operatorPerson', { person_id: crew.id })}
            />
          )
        })}
      </List>
    </Card>
  )
}
