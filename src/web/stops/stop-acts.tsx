/** What else a crew can do at a stop: set out, say that something is different, hear what the customer answers. */
import { memo, useCallback, useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { useOnline } from '#web/browser/online.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { AccessStatus } from './acts.access-status.tsx'
import { DayPlanBanner } from './acts.day-plan.tsx'
import { ExtraStatus } from './acts.extra-status.tsx'
import { OnMyWay } from './acts.on-my-way.tsx'
import type { DayStop } from './do-visit.ts'
import { LazyAccessSheet, LazyExtraSheet, LazyLateSheet } from './lazy-sheets.tsx'

type Act = 'late' | 'access' | 'extra'

const WATCHED: readonly DayStop['state'][] = ['scheduled', 'confirmed', 'reopened', 'en_route', 'in_progress']
const OVER: readonly DayStop['state'][] = ['completed', 'cancelled', 'skipped', 'missed']
/** While the customer may answer at any moment; the live stream is faster where it is up. */
const WATCH_EVERY_MS = 10_000

export function StopActs({ stop }: { stop: DayStop }) {
  const isOnline = useOnline()
  const [act, setAct] = useState<Act>()
  const now = useEndpoint(
    'GET /api/visit-now',
    { query: { id: stop.visitId } },
    { refetchMs: WATCH_EVERY_MS, isEnabled: isOnline && WATCHED.includes(stop.state) },
  )
  if (OVER.includes(stop.state)) return null
  const close = () => setAct(undefined)
  return (
    <div className="grid gap-3">
      <OnMyWay stop={stop} />
      {isOnline && <DayPlanBanner />}
      {now.data && <AccessStatus visit={now.data} />}
      {now.data && <ExtraStatus visit={now.data} />}
      <SomethingElse
        isOnline={isOnline}
        canReportProblem={isOnline && (now.data?.canReportProblem ?? false)}
        canProposeExtra={isOnline && (now.data?.canProposeExtra ?? false)}
        onChoose={setAct}
      />
      {act === 'late' && <LazyLateSheet onClose={close} />}
      {act === 'access' && <LazyAccessSheet stop={stop} onClose={close} />}
      {act === 'extra' && now.data && <LazyExtraSheet stop={stop} visit={now.data} onClose={close} />}
    </div>
  )
}

type Choosing = {
  isOnline: boolean
  canReportProblem: boolean
  canProposeExtra: boolean
  onChoose: (act: Act) => void
}

/** By itself, so that a tap on it draws nothing else of the stop anew. */
function SomethingElse({ onChoose, ...can }: Choosing) {
  const { today } = useText()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const choose = useCallback(
    (act: Act) => {
      setOpen(false)
      onChoose(act)
    },
    [onChoose],
  )
  return (
    <>
      <Button icon="dots" isWide isLarge onClick={() => setOpen(true)}>
        {today.more}
      </Button>
      <Sheet title={today.moreTitle} isOpen={isOpen} onClose={close}>
        <Choices {...can} onChoose={choose} />
      </Sheet>
    </>
  )
}

/** Big rows for wet gloves; what the server would refuse is not on offer. */
const Choices = memo(({ isOnline, canReportProblem, canProposeExtra, onChoose }: Choosing) => {
  const { today } = useText()
  return (
    <>
      {!isOnline && <Banner tone="warn">{today.offline}</Banner>}
      <List label={today.moreTitle}>
        <ListRow
          icon="clock"
          title={today.late.choice}
          detail={today.late.choiceHint}
          onClick={() => onChoose('late')}
        />
        {canReportProblem && (
          <ListRow
            icon="lock"
            title={today.access.choice}
            detail={today.access.choiceHint}
            onClick={() => onChoose('access')}
          />
        )}
        {canProposeExtra && (
          <ListRow
            icon="plus"
            title={today.extra.choice}
            detail={today.extra.choiceHint}
            onClick={() => onChoose('extra')}
          />
        )}
      </List>
    </>
  )
})
