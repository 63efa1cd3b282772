/** Late completions: those that wait for a decision, oldest first, and those decided, newest first. */

import { useState } from 'react'
import type { Reply } from '#web/api.ts'
import { LateCompletionDialog } from '#web/desk/late-completion-dialog.tsx'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { ToDecide } from './to-decide.tsx'

type Listed = Reply<'POST /api/get-late-completions'>['lateCompletions'][number]
const LOOK_EVERY_MS = 60_000

export function LateCompletions() {
  const { lateCompletions: texts } = useText()
  const [isDecided, setIsDecided] = useState(false)
  const [opened, setOpened] = useState<string>()
  const read = useEndpointPages(
    'POST /api/get-late-completions',
    { body: { isDecided } },
    (page) => page.lateCompletions,
    {
      refetchMs: LOOK_EVERY_MS,
    },
  )
  return (
    <ToDecide
      texts={texts}
      waitingCount={read.first?.waitingCount}
      isDecided={isDecided}
      onShow={setIsDecided}
    >
      <PagedList pages={read} label={texts.title} more={texts.more} empty={<Nothing isDecided={isDecided} />}>
        {(late) => <LateCompletionRow key={late.id} late={late} onOpen={() => setOpened(late.id)} />}
      </PagedList>
      {opened !== undefined && (
        <LateCompletionDialog lateCompletionId={opened} onClose={() => setOpened(undefined)} />
      )}
    </ToDecide>
  )
}

function Nothing({ isDecided }: { isDecided: boolean }) {
  const { lateCompletions: texts } = useText()
  if (isDecided) return <EmptyState icon="clock" title={texts.noneDecided} />
  return (
    <EmptyState icon="check" title={texts.none}>
      {texts.noneHelp}
    </EmptyState>
  )
}

function LateCompletionRow({ late, onOpen }: { late: Listed; onOpen: () => void }) {
  const { lateCompletions: texts } = useText()
  const format = useFormat()
  const services = useServices()
  const { state, note, timeZone } = late
  const time = (at: string) => format.dateTime(at, timeZone)
  return (
    <ListRow
      icon={services.icon(late.serviceKey)}
      title={`${texts.reasons[late.reason]} · ${late.propertyName}`}
      detail={
        <>
          <span className="block">
            {`${texts.by(late.crewName, late.customerName)} · ${texts.photos(late.photoCount)}`}
          </span>
          {note && <span className="line-clamp-2 block">{note}</span>}
          <span className="block">{texts.times(time(late.doneAt), time(late.receivedAt))}</span>
        </>
      }
      state={<StateBadge state={state} label={texts.states[state]} />}
      actions={
        <Button aria-label={`${texts.open}: ${late.propertyName}`} onClick={onOpen}>
          {texts.open}
        </Button>
      }
    />
  )
}
