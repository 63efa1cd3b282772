/** Planning everything: the proposal as a difference to what is, applied at once or thrown away, and undone for a while. */
import { useState } from 'react'
import { formatFeet } from '#domain/geo.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { textFor } from '#web/text/names.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useNow } from '#web/ui/now.ts'
import type { BoardTexts } from './board-texts.ts'
import type { Asked } from './use-board.ts'

type Plan = Reply<'GET /api/dispatch-plan'>
type Lane = Plan['lanes'][number]
type Stop = Lane['stops'][number]
type PlanDialogProps = {
  asked: Asked
  /** One that was made before; else a new one is made. */
  plan?: Plan['id']
  texts: BoardTexts
  onClose: () => void
}

const LOOK_EVERY_MS = 1_000
const CHANGED = ['GET /api/dispatch', 'GET /api/dispatch-plan', 'GET /api/unassigned-visits'] as const

/** So few are open from the start. */
const FEW_LANES = 4

export function PlanDialog({ asked, plan, texts: { texts, ...more }, onClose }: PlanDialogProps) {
  const [planId, setPlanId] = useState(plan)
  const start = useAction('POST /api/plan-dispatch')
  const begin = () => start.mutate({ body: asked }, { onSuccess: (answer) => setPlanId(answer.planId) })
  return (
    <Dialog title={texts.plan.title[asked.span]} isOpen isWide onClose={onClose}>
      <div className="grid gap-3">
        {start.error && (
          <Banner tone="danger" isAlert>
            {start.error.message}
          </Banner>
        )}
        {planId === undefined ? (
          <>
            <p>{texts.plan.what}</p>
            <Button tone="primary" isBusy={start.isPending} onClick={begin}>
              {texts.plan.begin}
            </Button>
          </>
        ) : (
          <Proposal key={planId} planId={planId} texts={{ texts, ...more }} onAgain={begin} />
        )}
      </div>
    </Dialog>
  )
}

type ProposalProps = { planId: Plan['id']; texts: BoardTexts; onAgain: () => void }

function Proposal({ planId, texts: board, onAgain }: ProposalProps) {
  const { texts } = board
  const input = { query: { id: planId } }
  const first = useEndpoint('GET /api/dispatch-plan', input)
  const isSolving = first.data === undefined || first.data.state === 'solving'
  const read = useEndpoint('GET /api/dispatch-plan', input, isSolving ? { refetchMs: LOOK_EVERY_MS } : {})
  const apply = useAction('POST /api/apply-dispatch-plan', { refreshes: CHANGED })
  const undo = useAction('POST /api/undo-dispatch-plan', { refreshes: CHANGED })
  const plan = read.data
  if (read.isError && plan === undefined)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (plan === undefined || plan.state === 'solving')
    return (
      <>
        <p>{texts.plan.solving}</p>
        <ProgressBar label={texts.plan.solving} value={(plan?.progress ?? 0) / 100} />
      </>
    )
  const failure = apply.error ?? undo.error
  return (
    <>
      {failure && (
        <Banner tone="danger" isAlert>
          {failure.message}
        </Banner>
      )}
      <Difference plan={plan} texts={board} />
      <div className="flex flex-wrap gap-2">
        {plan.state === 'ready' && plan.changedCount + plan.lanes.length > 0 && (
          <Button tone="primary" isBusy={apply.isPending} onClick={() => apply.mutate({ body: { planId } })}>
            {texts.plan.apply}
          </Button>
        )}
        {plan.canUndo && (
          <Button
            isBusy={undo.isPending}
            onClick={() =>
              undo.mutate(
                { body: { planId } },
                { onSuccess: ({ leftCount }) => showToast(texts.plan.undone(leftCount)) },
              )
            }
          >
            {texts.plan.undo}
          </Button>
        )}
        {plan.state !== 'applied' && <Button onClick={onAgain}>{texts.plan.again}</Button>}
      </div>
    </>
  )
}

function Difference({ plan, texts: board }: { plan: Plan; texts: BoardTexts }) {
  useNow()
  const { texts, format, service } = board
  const { before, after } = plan
  const totals = [
    texts.plan.open(before.open, after.open),
    texts.plan.change(formatFeet(before.feet), formatFeet(after.feet)),
    texts.plan.change(format.minutes(before.minutes), format.minutes(after.minutes)),
    texts.plan.change(format.money(before.payCents), format.money(after.payCents)),
  ]
  return (
    <>
      <p className="font-semibold">{texts.plan.states[plan.state](plan.changedCount)}</p>
      <p>{totals.join(' · ')}</p>
      {plan.lanes.length > 0 && (
        <List label={texts.plan.lanes}>
          {plan.lanes.map((lane) => (
            <LaneChange
              key={`${lane.crewId} ${lane.date}`}
              lane={lane}
              isOpen={plan.lanes.length <= FEW_LANES}
              texts={board}
            />
          ))}
        </List>
      )}
      {plan.open.length > 0 && (
        <List label={texts.plan.staysOpen}>
          {plan.open.map((visit) => (
            <ListRow
              key={visit.visitId}
              title={`${visit.placeName} · ${service(visit.serviceKey)}`}
              detail={`${format.day(visit.date)} · ${textFor(texts.plan.why, visit.why) ?? visit.why}`}
            />
          ))}
        </List>
      )}
    </>
  )
}

/** One crew's day: what it adds up to, and below it who does what in which order. */
function LaneChange({ lane, isOpen, texts: board }: { lane: Lane; isOpen: boolean; texts: BoardTexts }) {
  const { texts, format, service } = board
  const { before, after } = lane
  const title = `${lane.crewName}, ${format.day(lane.date)}`
  const sums = [
    texts.plan.change(texts.stops(before.stops), texts.stops(after.stops)),
    texts.plan.change(formatFeet(before.feet), formatFeet(after.feet)),
    texts.plan.change(format.minutes(before.minutes), format.minutes(after.minutes)),
    texts.plan.change(format.money(before.payCents), format.money(after.payCents)),
  ]
  return (
    <li>
      <details open={isOpen}>
        <summary className="cursor-pointer px-4 py-2 sm:px-5">
          <span className="font-medium">{title}</span>
          <span className="block text-sm text-muted">{sums.join(' · ')}</span>
        </summary>
        <ol aria-label={title} className="grid gap-1 px-4 pb-3 text-sm sm:px-5">
          {lane.stops.map((stop) => (
            <li key={stop.visitId} className={stop.place === null ? 'text-muted' : ''}>
              <span className={stop.place === null ? 'line-through' : ''}>
                {stop.place !== null && `${stop.place}. `}
                {stop.placeName} · {service(stop.serviceKey)}
              </span>
              {said(stop, texts) !== '' && <span className="font-medium"> · {said(stop, texts)}</span>}
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

function said({ place, wasPlace, otherCrewName: other }: Stop, texts: BoardTexts['texts']): string {
  if (place === null) return other === null ? texts.plan.getsOpen : texts.plan.goesTo(other)
  if (wasPlace === null) return other === null ? texts.plan.wasOpen : texts.plan.comesFrom(other)
  return wasPlace === place ? '' : texts.plan.wasAt(wasPlace)
}
