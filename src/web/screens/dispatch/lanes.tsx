/** The lanes of a board on a phone, one below the other: only those in sight are drawn. */
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import { driveLane } from '#domain/dispatch/lane.ts'
import { predictLateness } from '#domain/dispatch/predict-lateness.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { linkTo } from '#web/urls.ts'
import type { BoardTexts } from './board-texts.ts'
import type { Crew, ShownBoard, Visit } from './use-board.ts'

type Day = AxisDay['date']

type LanesProps = {
  lanes: readonly { readonly crew: Crew; readonly date: Day; readonly row: readonly Visit[] }[]
  board: ShownBoard
  now: Instant
  words: BoardTexts
  /** Where there is a map. */
  onShow?: (visitId: Visit['id']) => void
}

export function Lanes({ lanes, onShow, ...shared }: LanesProps) {
  return (
    <VirtualList
      label={shared.words.texts.lanes}
      items={lanes}
      rowHeight={320}
      itemKey={({ crew, date }) => `${crew.id} ${date}`}
      renderItem={({ crew, date, row }) => (
        <Lane
          {...shared}
          crew={crew}
          row={row}
          day={date}
          {...(onShow && { onShow: () => onShow(row[0]!.id) })}
        />
      )}
    />
  )
}

type LaneProps = {
  crew: Crew
  row: readonly Visit[]
  day: Day
  board: ShownBoard
  now: Instant
  words: BoardTexts
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
