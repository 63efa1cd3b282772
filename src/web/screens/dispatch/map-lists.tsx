/** What the map shows, in words: the stops of the chosen crew with their times, else the crews on the way. */
import { driveLane } from '#domain/dispatch/lane.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
import { readInstant } from '#web/text/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import type { BoardTexts } from './board-texts.ts'
import type { Mover, ShownBoard } from './use-board.ts'
import type { ChosenRoute, Selection } from './use-selection.ts'

type MapListsProps = { board: ShownBoard; selection: Selection; now: Instant; words: BoardTexts }

export function MapLists({ board, selection, now, words }: MapListsProps) {
  const { crew, route } = selection
  const { texts } = words
  if (crew === undefined) return <Movers board={board} selection={selection} now={now} words={words} />
  const mover = board.movers.find(({ crewId }) => crewId === crew.id)
  return (
    <div>
      <div className="flex items-center justify-between gap-2 ps-4 pe-1 sm:ps-5">
        <h3 className="font-semibold">{texts.map.route(crew.name)}</h3>
        <IconButton icon="close" label={texts.map.closeRoute} onClick={selection.clear} />
      </div>
      {mover && <p className="px-4 text-sm text-muted sm:px-5">{moverSays(mover, words).join(' · ')}</p>}
      {route === undefined ? (
        <p className="px-4 py-3 text-sm text-muted sm:px-5">{texts.map.noStops(crew.name)}</p>
      ) : (
        <Stops route={route} board={board} selection={selection} now={now} words={words} />
      )}
    </div>
  )
}

function Movers({ board, selection, now, words }: MapListsProps) {
  const { texts } = words
  const isToday = board.from <= board.today && board.today <= board.to
  return (
    <div>
      <h3 className="ps-4 pt-3 font-semibold sm:ps-5">{texts.map.movers}</h3>
      {board.movers.length === 0 && (
        <p className="px-4 py-2 text-sm text-muted sm:px-5">
          {isToday ? texts.map.noMovers : texts.map.otherDay}
        </p>
      )}
      <List label={texts.map.movers}>
        {board.movers.map((mover) => (
          <ListRow
            key={mover.crewId}
            title={mover.name}
            detail={moverSays(mover, words).join(' · ')}
            state={<LateBadge board={board} visitId={mover.visitId} now={now} words={words} />}
            onClick={() => selection.chooseCrew(mover.crewId)}
          />
        ))}
      </List>
    </div>
  )
}

type StopsProps = MapListsProps & { route: ChosenRoute }

function Stops({ route: { crew, date, row }, board, selection, now, words }: StopsProps) {
  const { texts, format, service, states } = words
  const lane = driveLane(board.day(crew, date), row, greatCircleDrive, now)
  return (
    <List label={`${texts.map.route(crew.name)}, ${format.day(date)}`}>
      {row.map((visit, index) => {
        const { beginsAt, lateMinutes } = lane.stops[index]!
        return (
          <ListRow
            key={visit.id}
            title={`${index + 1}. ${visit.placeName}`}
            detail={[
              format.time(beginsAt, board.zone),
              service(visit.serviceKey),
              lateMinutes > 0 ? texts.late(format.minutes(lateMinutes)) : states[visit.state],
            ].join(' · ')}
            isCurrent={visit.id === selection.visitId}
            onClick={() => selection.chooseVisit(visit.id)}
          />
        )
      })}
    </List>
  )
}

type LateBadgeProps = Pick<MapListsProps, 'board' | 'now' | 'words'> & { visitId: string }

/** By the lane in which the visit stands, as the lane itself says it. */
function LateBadge({ board, visitId, now, words: { texts, format } }: LateBadgeProps) {
  const visit = board.visits.get(visitId)
  const crew = board.crews.find(({ id }) => id === visit?.crewId)
  if (visit === undefined || crew === undefined) return null
  const lane = driveLane(board.day(crew, visit.date), board.row(crew.id, visit.date), greatCircleDrive, now)
  const late = lane.stops.find(({ id }) => id === visitId)?.lateMinutes ?? 0
  return late > 0 ? <Badge tone="danger">{texts.late(format.minutes(late))}</Badge> : null
}

/** Where it drives, when it is there, and of when that is. */
export function moverSays(mover: Mover, { texts, format }: BoardTexts): string[] {
  const { arrivesFrom, arrivesUntil, measuredAt, timeZone, propertyName } = mover
  const clock = (at: string) => format.time(readInstant(at), timeZone)
  return [
    texts.map.to(propertyName),
    ...(arrivesFrom === null || arrivesUntil === null
      ? []
      : [texts.map.arrives(clock(arrivesFrom), clock(arrivesUntil))]),
    texts.map.seen(clock(measuredAt)),
  ]
}
