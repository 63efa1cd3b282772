/** The same board where there is no room for a time-line: who has what, in order, and what nobody has. */
import { lazy, Suspense, useState } from 'react'
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import type { Instant } from '#domain/time.ts'
import { Only } from '#web/session/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import type { BoardTexts } from './board-texts.ts'
import { AssignDialog } from './lazy-dialogs.tsx'
import { ChosenVisit, DispatchMap } from './lazy-map.tsx'
import type { ShownBoard, Visit } from './use-board.ts'
import { useSelection } from './use-selection.ts'

/** Much longer than the tray, and comes after it. */
const Lanes = lazy(async () => ({ default: (await import('./lanes.tsx')).Lanes }))

type LanesListProps = {
  board: ShownBoard
  axis: readonly AxisDay[]
  now: Instant
  hasMap: boolean
  words: BoardTexts
}

/** So many of the tray at a time. */
const FEW = 30

export function LanesList({ board, axis, now, hasMap, words }: LanesListProps) {
  const { texts } = words
  const selection = useSelection(board)
  const [giving, setGiving] = useState<string>()
  const [shownCount, setShownCount] = useState(FEW)
  const lanes = board.crews.flatMap((crew) =>
    axis.flatMap(({ date }) => {
      const row = board.row(crew.id, date)
      return row.length === 0 ? [] : [{ crew, date, row }]
    }),
  )
  return (
    <>
      {hasMap && (
        <Card isFlush>
          <DispatchMap board={board} selection={selection} now={now} words={words} />
          {selection.visitId !== undefined && (
            <ChosenVisit board={board} chosenId={selection.visitId} now={now} words={words} />
          )}
        </Card>
      )}
      <Card title={`${texts.tray} (${board.open.length})`} isFlush>
        {board.open.length === 0 && <EmptyState icon="check" title={texts.trayNone} />}
        <List label={texts.tray}>
          {board.open.slice(0, shownCount).map((visit) => (
            <OpenRow key={visit.id} visit={visit} words={words} onGive={() => setGiving(visit.id)} />
          ))}
        </List>
        {board.open.length > shownCount && (
          <div className="grid px-4 py-3">
            <Button onClick={() => setShownCount(shownCount + FEW)}>{texts.trayMore}</Button>
          </div>
        )}
      </Card>
      <Card title={texts.lanes} isFlush>
        {lanes.length === 0 && <EmptyState icon="route" title={texts.noStops} />}
        <Suspense fallback={<SkeletonCard rows={10} />}>
          <Lanes
            lanes={lanes}
            board={board}
            now={now}
            words={words}
            {...(hasMap && { onShow: selection.chooseVisit })}
          />
        </Suspense>
      </Card>
      {giving !== undefined && <AssignDialog visitId={giving} onClose={() => setGiving(undefined)} />}
    </>
  )
}

function OpenRow({ visit, words, onGive }: { visit: Visit; words: BoardTexts; onGive: () => void }) {
  const { texts, format, service } = words
  return (
    <ListRow
      title={visit.placeName}
      detail={`${service(visit.serviceKey)} · ${format.day(visit.date)}`}
      actions={
        <Only may="dispatch">
          <Button aria-label={`${texts.give}: ${visit.placeName}`} onClick={onGive}>
            {texts.give}
          </Button>
        </Only>
      }
    />
  )
}
