/** One visit for an operator: what it is, whom it concerns, its proof and money, all that happened, and what can be done. */
import { useParams, useSearchParams } from 'react-router'
import { ApiError, useEndpoint } from '#web/api.ts'
import { HistoryPart } from '#web/desk/lazy-history.tsx'
import { NotesPart } from '#web/desk/notes-part.tsx'
import { VisitActions } from '#web/desk/visit-actions.tsx'
import type { Both } from '#web/desk/visit-type.ts'
import { useServices } from '#web/jobs/services.ts'
import { VisitMessages } from '#web/messages/visit-messages.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { VisitProof } from '#web/visits/visit-proof.tsx'
import { VisitFacts } from './visit-facts.tsx'
import { VisitMoney } from './visit-money.tsx'

const TABS = ['timeline', 'money', 'messages', 'notes'] as const
const LOOK_EVERY_MS = 30_000

export function OperatorVisit() {
  const { workDesk: texts } = useText()
  const { visit_id: id = '' } = useParams()
  const query = { id }
  const visit = useEndpoint('GET /api/visit', { query }, { refetchMs: LOOK_EVERY_MS })
  const desk = useEndpoint('GET /api/operator-visit', { query }, { refetchMs: LOOK_EVERY_MS })
  const error = visit.error ?? desk.error
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page title={texts.visit.kind} back={linkTo('operator')}>
        <EmptyState icon="calendar" title={texts.visit.gone}>
          {texts.goneBody}
        </EmptyState>
      </Page>
    )
  if (visit.data && desk.data) return <Shown key={id} visit={visit.data} desk={desk.data} />
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void Promise.all([visit.refetch(), desk.refetch()])} />
  return <SkeletonCard rows={8} />
}

function Shown({ visit, desk }: Both) {
  const { workDesk: texts, customer } = useText()
  const format = useFormat()
  const services = useServices()
  const [search, setSearch] = useSearchParams()
  const active = TABS.find((each) => each === search.get('show')) ?? 'timeline'
  const hasProof = visit.photos.length > 0 || visit.orderPhotos.length > 0
  const title = `${services.name(visit.serviceKey)} · ${visit.propertyName}`
  return (
    <Page
      title={title}
      subtitle={format.longDay(visit.date)}
      back={linkTo('operator')}
      width="wide"
      actions={
        <>
          <StateBadge state={visit.state} label={customer.states[visit.state]} />
          {visit.isFlagged === true && <Badge tone="warn">{texts.visit.flagged}</Badge>}
          <VisitActions visit={visit} desk={desk} />
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <VisitFacts visit={visit} desk={desk} />
          {hasProof && <VisitProof visit={visit} />}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Tabs
            label={title}
            tabs={TABS.map((key) => ({ key, label: texts.tabs[key] }))}
            active={active}
            onSelect={(show) => setSearch({ show }, { replace: true })}
          >
            {active === 'timeline' && <HistoryPart of="visit" id={visit.id} />}
            {active === 'money' && <VisitMoney visit={visit} desk={desk} />}
            {active === 'messages' && <VisitMessages visitId={visit.id} timeZone={visit.timeZone} />}
            {active === 'notes' && (
              <NotesPart
                person={{ id: desk.customer.id, timeZone: visit.timeZone }}
                about={{ kind: 'visit', id: visit.id }}
              />
            )}
          </Tabs>
        </div>
      </div>
    </Page>
  )
}
