/** Disputes: those that wait for a decision, oldest first, and those decided. */

import { useState } from 'react'
import type { Reply } from '#web/api.ts'
import { DisputeDialog } from '#web/desk/dispute-dialog.tsx'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { ToDecide } from './to-decide.tsx'

type Listed = Reply<'POST /api/get-disputes'>['disputes'][number]
const LOOK_EVERY_MS = 60_000

export function Disputes() {
  const { operator: texts } = useText().feedback
  const [isDecided, setIsDecided] = useState(false)
  const [opened, setOpened] = useState<string>()
  const read = useEndpointPages('POST /api/get-disputes', { body: { isDecided } }, (page) => page.disputes, {
    refetchMs: LOOK_EVERY_MS,
  })
  return (
    <ToDecide texts={texts} waitingCount={read.first?.openCount} isDecided={isDecided} onShow={setIsDecided}>
      <PagedList
        pages={read}
        label={texts.title}
        more={texts.more}
        empty={<EmptyState icon="check" title={isDecided ? texts.noneDecided : texts.none} />}
      >
        {(dispute) => <DisputeRow key={dispute.id} dispute={dispute} onOpen={() => setOpened(dispute.id)} />}
      </PagedList>
      {opened !== undefined && <DisputeDialog disputeId={opened} onClose={() => setOpened(undefined)} />}
    </ToDecide>
  )
}

function DisputeRow({ dispute, onOpen }: { dispute: Listed; onOpen: () => void }) {
  const { operator, dispute: texts, openDispute } = useText().feedback
  const format = useFormat()
  const services = useServices()
  const { customerName, crewName, propertyName, note: said } = dispute
  return (
    <ListRow
      icon={services.icon(dispute.serviceKey)}
      title={`${openDispute.problems[dispute.problem]} · ${propertyName}`}
      detail={
        <>
          <span className="block">{`${customerName} – ${crewName} · ${format.money(dispute.owedCents)}`}</span>
          <span className="line-clamp-2 block">{said}</span>
          <span className="block">{format.dateTime(dispute.openedAt, dispute.timeZone)}</span>
        </>
      }
      state={<Badge>{texts.states[dispute.state]}</Badge>}
      actions={
        <Button aria-label={`${operator.open}: ${propertyName}`} onClick={onOpen}>
          {operator.open}
        </Button>
      }
    />
  )
}
