/** Visits without a crew: how far the asking is, and giving one to a crew by hand. */
import { useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { AssignDialog } from '#web/desk/assign-dialog.tsx'
import { useServices } from '#web/jobs/services.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type UnassignedVisit = Reply<'GET /api/unassigned-visits'>['visits'][number]

const LOOK_EVERY_MS = 30_000

export function Unassigned() {
  const { offers } = useText()
  const [assigning, setAssigning] = useState<string>()
  const may = useMay()
  const { data, error, isPending, refetch } = useEndpoint(
    'GET /api/unassigned-visits',
    {},
    { refetchMs: LOOK_EVERY_MS },
  )
  if (isPending) return <SkeletonCard rows={4} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const { visits, totalCount } = data
  return (
    <Card title={offers.board.title} isFlush>
      {visits.length === 0 ? (
        <EmptyState icon="check" title={offers.board.none} />
      ) : (
        <>
          <VisitMap visits={visits} onChoose={may('dispatch') ? setAssigning : undefined} />
          <List label={offers.board.title}>
            {visits.map((visit) => (
              <UnassignedRow key={visit.visitId} visit={visit} onAssign={() => setAssigning(visit.visitId)} />
            ))}
          </List>
        </>
      )}
      {totalCount > visits.length && (
        <p className="px-5 py-3 text-sm text-muted">{offers.board.shown(visits.length, totalCount)}</p>
      )}
      {assigning !== undefined && (
        <AssignDialog visitId={assigning} onClose={() => setAssigning(undefined)} />
      )}
    </Card>
  )
}

type VisitMapProps = { visits: readonly UnassignedVisit[]; onChoose: ((visitId: string) => void) | undefined }

/** Where they are, and so which crew could take some of them together. */
function VisitMap({ visits, onChoose }: VisitMapProps) {
  const format = useFormat()
  const services = useServices()
  return (
    <RouteMap
      stops={visits.map(({ visitId, lat, lng, propertyName, serviceKey, date }) => ({
        id: visitId,
        place: { lat, lng },
        label: [propertyName, services.name(serviceKey), format.day(date)].join(' · '),
      }))}
      isRoute={false}
      hasVisibleList
      {...(onChoose === undefined ? {} : { onSelect: onChoose })}
    />
  )
}

function UnassignedRow({ visit, onAssign }: { visit: UnassignedVisit; onAssign: () => void }) {
  const { offers } = useText()
  const format = useFormat()
  const services = useServices()
  return (
    <ListRow
      icon={services.icon(visit.serviceKey)}
      title={visit.propertyName}
      detail={
        <>
          <span className="block">{`${services.name(visit.serviceKey)} · ${format.day(visit.date)}`}</span>
          {visit.wavesDone > 0 && (
            <span className="block">{offers.board.counts(visit.openOfferCount, visit.declinedCount)}</span>
          )}
        </>
      }
      state={<Progress visit={visit} />}
      actions={
        <Only may="dispatch">
          <Button aria-label={`${offers.board.assign}: ${visit.propertyName}`} onClick={onAssign}>
            {offers.board.assign}
          </Button>
        </Only>
      }
    />
  )
}

function Progress({ visit }: { visit: UnassignedVisit }) {
  const { board } = useText().offers
  if (visit.needsOperator)
    return <Badge tone="danger">{visit.openOfferCount > 0 ? board.noYesYet : board.needsYou}</Badge>
  if (visit.wavesDone === 0) return <Badge>{board.queued}</Badge>
  return <Badge tone="info">{board.asking(visit.wavesDone, visit.waveCount)}</Badge>
}
