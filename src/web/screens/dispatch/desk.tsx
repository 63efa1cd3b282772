/** The tray beside the lanes, and the hand that moves visits between them. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { axisDays } from '#domain/dispatch/day-axis.ts'
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { useMay } from '#web/session/may.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import './dispatch.css'
import type { BoardTexts } from './board-texts.ts'
import { useBreakTexts } from './break-texts.ts'
import { createHand, placementAt, type Target } from './drag.ts'
import { HandCard } from './hand-layer.tsx'
import { Inspector } from './inspector.tsx'
import { DispatchMap } from './lazy-map.tsx'
import { scaleOf } from './measures.ts'
import { TimeLine } from './time-line.tsx'
import { Tray } from './tray.tsx'
import { type Asked, type ShownBoard, useMove, type Visit } from './use-board.ts'
import { showLane, useGrasp } from './use-grasp.ts'
import { type Selection, useSelection } from './use-selection.ts'

type DeskProps = {
  board: ShownBoard
  asked: Asked
  pixelsPerHour: number
  now: Instant
  hasMap: boolean
  words: BoardTexts
}

export function Desk({ board, asked, pixelsPerHour, now, hasMap, words }: DeskProps) {
  const { from, to } = board
  const axis = useMemo(() => axisDays(from, to, board.zone), [from, to, board.zone])
  const scale = useMemo(() => scaleOf(axis, pixelsPerHour), [axis, pixelsPerHour])
  const [hand] = useState(createHand)
  const selection = useSelection(board)
  const { visitId: chosenId, crew: chosenCrew, chooseCrew } = selection
  const [heldId, setHeld] = useState<VisitId>()
  const scroller = useRef<HTMLElement>(null)
  const tray = useRef<HTMLDivElement>(null)
  const move = useMove(asked, board)
  const canMove = useMay()('dispatch')
  const say = useBreakTexts(board.zone)
  const refuse = (visit: Visit, target: Target) => {
    const placement = placementAt(board, visit, target, now)
    const { breaks } = say({ visit, how: 'keys', x: 0, y: 0, target, placement })
    const reasons = breaks.filter(({ isForbidden }) => isForbidden).map(({ text }) => text)
    showToast(words.texts.refused(reasons.join('. ')), { tone: 'danger' })
  }
  const hold = useCallback((id: VisitId | undefined) => setHeld(id), [])
  const grasp = useGrasp({
    hand,
    board,
    scale,
    now,
    scroller,
    tray,
    canMove,
    onHold: hold,
    onChoose: selection.chooseVisit,
    onMove: move,
    onRefuse: refuse,
  })
  useShown(scroller, board, selection)
  const shared = { board, chosenId, heldId, grasp, words }
  return (
    <div className="dispatch-main" data-map={hasMap || undefined}>
      <aside className="dispatch-side">
        <header>
          <span>{words.texts.tray}</span>
          <span className="nums">{board.open.length}</span>
        </header>
        <Tray {...shared} tray={tray} />
        <Inspector board={board} chosenId={chosenId} now={now} words={words} />
      </aside>
      {hasMap && <DispatchMap board={board} selection={selection} now={now} words={words} />}
      <TimeLine
        {...shared}
        axis={axis}
        scale={scale}
        now={now}
        hand={hand}
        scroller={scroller}
        chosenCrewId={chosenCrew?.id}
        onChooseCrew={chooseCrew}
      />
      <HandCard hand={hand} zone={board.zone} />
    </div>
  )
}

type Scroller = RefObject<HTMLElement | null>

/** What was chosen on the map is brought into sight on its lane. */
function useShown(scroller: Scroller, board: ShownBoard, { crew }: Selection): void {
  const index = crew === undefined ? -1 : board.crews.indexOf(crew)
  useEffect(() => {
    if (scroller.current !== null && index !== -1) showLane(scroller.current, index)
  }, [scroller, index])
}
