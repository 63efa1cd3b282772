/** The same board where there is no room for a time-line: who has what, in order, and what nobody has. */
import { useState } from 'react'
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import { driveLane } from '#domain/dispatch/lane.ts'
import { predictLateness } from '#domain/dispatch/predict-lateness.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
import { Only } from '#web/session/may.tsx'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { linkTo } from '#web/urls.ts'
import type { BoardTexts } from './board-texts.ts'
import { AssignDialog } from './lazy-dialogs.tsx'
import { ChosenVisit, DispatchMap } from './lazy-map.tsx'
import type { Crew, ShownBoard, Visit } from './use-board.ts'
import { useSelection } from './use-selection.ts'

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
        <VirtualList
          label={texts.lanes}
          items={lanes}
          rowHeight={320}
          itemKey={({ crew, date }) => `${crew.id} ${date}`}
          renderItem={({ crew, date, row }) => (
            <Lane
              crew={crew}
              row={row}
              day={date}
              board={board}
              now={now}
              words={words}
              {...(hasMap && { onShow: () => selection.chooseVisit(row[0]!.id) })}
            />
          )}
        />
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

type LaneProps = {
  crew: Crew
  row: readonly Visit[]
  day: AxisDay['date']
  board: ShownBoard
  now: Instant
  words: BoardTexts
  /** Where there is a map. */
  onShow?: () => void
}

function Lane({ crew, row, day, board, now, words, onShow }: LaneProps) {
  const { texts, format, service, states } = words
  const lane = driveLane(board.day(crew, day), row, greatCircleDrive, now)
  const late = predictLateness(row, lane)
  const title = `${crew.name}, ${format.day(day)}`
  return (
    <section className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-2 px-5">
        <h3 className="font-semibold">{title}</h3>
        {late.count > 0 && (
          <Badge tone="danger">{texts.predicted(late.count, format.minutes(late.minutes))}</Badge>
        )}
        {onShow && (
          <Button tone="quiet" aria-label={`${texts.map.onMap}: ${title}`} onClick={onShow}>
            {texts.map.onMap}
          </Button>
        )}
      </div>
      <List label={title}>
        {row.map((visit, index) => {
          const { beginsAt, lateMinutes } = lane.stops[index]!
          return (
            <ListRow
              key={visit.id}
              title={visit.placeName}
              detail={`${format.time(beginsAt, board.zone)} · ${service(visit.serviceKey)}`}
              state={
                lateMinutes > 0 ? (
                  <Badge tone="danger">{texts.late(format.minutes(lateMinutes))}</Badge>
                ) : (
                  <StateBadge state={visit.state} label={states[visit.state]} />
                )
              }
              to={linkTo('visit', { visit_id: visit.id })}
            />
          )
        })}
      </List>
    </section>
  )
}
