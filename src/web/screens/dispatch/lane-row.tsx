/** One crew's lane: its hours, its stops where they begin, and what the span adds up to. */
import { memo, useMemo } from 'react'
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import { type DrivenLane, driveLane, type TimedStop } from '#domain/dispatch/lane.ts'
import { addLateness, ON_TIME, predictLateness } from '#domain/dispatch/predict-lateness.ts'
import { formatFeet } from '#domain/geo.ts'
import { cents } from '#domain/money.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { BoardTexts } from './board-texts.ts'
import { HEAD, NAME, NARROWEST, ROW, type Scale, xOf } from './measures.ts'
import type { Crew, ShownBoard, Visit } from './use-board.ts'
import type { Grasp } from './use-grasp.ts'

type LaneRowProps = {
  board: ShownBoard
  crew: Crew
  index: number
  axis: readonly AxisDay[]
  scale: Scale
  now: Instant
  left: number
  right: number
  chosenId: string | undefined
  isCrewChosen: boolean
  onChooseCrew: (id: Crew['id']) => void
  heldId: string | undefined
  grasp: Grasp
  words: BoardTexts
}

export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { board, crew, index, axis, scale, now, left, right } = props
  const driven = useMemo(() => driveDays(board, crew, axis, now), [board, crew, axis, now])
  return (
    <section className="dispatch-row" style={{ top: HEAD + index * ROW, height: ROW }} data-crew={crew.id}>
      {axis.map((day) => {
        const { hours } = board.day(crew, day.date)
        const from = xOf(scale, day.from)
        return (
          <div key={day.date} aria-hidden="true">
            {hours && (
              <div
                className="dispatch-hours"
                style={{
                  left: NAME + xOf(scale, hours.from),
                  width: xOf(scale, hours.until) - xOf(scale, hours.from),
                }}
              />
            )}
            {from > 0 && <div className="dispatch-midnight" style={{ left: NAME + from }} />}
          </div>
        )
      })}
      <LaneName {...props} days={driven} />
      <ol aria-label={crew.name}>
        {driven.flatMap(({ row, lane }) =>
          row.map((visit, at) => {
            const times = lane.stops[at]!
            const x = xOf(scale, times.beginsAt)
            const width = Math.max(NARROWEST, xOf(scale, times.endsAt) - x)
            const isInSight = x < right && x + width > left
            if (!isInSight && visit.id !== props.heldId) return null
            return (
              <li key={visit.id}>
                <Block {...props} visit={visit} times={times} isFirst={at === 0} x={x} width={width} />
              </li>
            )
          }),
        )}
      </ol>
    </section>
  )
})

type DrivenDay = { readonly date: AxisDay['date']; readonly row: readonly Visit[]; readonly lane: DrivenLane }

function driveDays(board: ShownBoard, crew: Crew, axis: readonly AxisDay[], now: Instant): DrivenDay[] {
  return axis.flatMap(({ date }) => {
    const row = board.row(crew.id, date)
    if (row.length === 0) return []
    return [{ date, row, lane: driveLane(board.day(crew, date), row, greatCircleDrive, now) }]
  })
}

type LaneNameProps = LaneRowProps & { days: readonly DrivenDay[] }

function LaneName({
  crew,
  days,
  board,
  words: { texts, format },
  isCrewChosen,
  onChooseCrew,
}: LaneNameProps) {
  const sum = (of: (lane: DrivenLane) => number) => days.reduce((total, { lane }) => total + of(lane), 0)
  const over = days.reduce((total, { date, lane }) => {
    const until = board.day(crew, date).hours?.until
    return until === undefined || lane.backAt === null ? total : total + Math.max(0, lane.backAt - until)
  }, 0)
  const count = sum(({ stops }) => stops.length)
  const late = days.map(({ row, lane }) => predictLateness(row, lane)).reduce(addLateness, ON_TIME)
  return (
    <button
      type="button"
      className="dispatch-name"
      style={{ width: NAME }}
      aria-pressed={isCrewChosen}
      onClick={() => onChooseCrew(crew.id)}
    >
      <strong>{crew.name}</strong>
      <small data-over={over > 0 || undefined}>
        {late.count > 0 && <b>{`${texts.predicted(late.count, format.minutes(late.minutes))} · `}</b>}
        {crew.isFrozen
          ? texts.frozen
          : count === 0
            ? texts.free
            : [
                texts.stops(count),
                formatFeet(sum(({ drivingFeet }) => drivingFeet)),
                over > 0
                  ? texts.over(format.minutes(Math.ceil(over / MINUTE_MS)))
                  : format.money(cents(sum(({ payCents }) => payCents))),
              ].join(' · ')}
      </small>
    </button>
  )
}

type BlockProps = LaneRowProps & {
  visit: Visit
  times: TimedStop
  isFirst: boolean
  x: number
  width: number
}

/** Names are read only where there is room for some of them. */
const ROOM_FOR_NAME = 46

function Block({ board, visit, times, isFirst, x, width, chosenId, heldId, grasp, words }: BlockProps) {
  const { texts, format, states, service } = words
  const { beginsAt, endsAt, lateMinutes } = times
  const from = format.time(beginsAt, board.zone)
  const hasRoom = width >= ROOM_FOR_NAME
  return (
    <button
      type="button"
      id={`stop-${visit.id}`}
      className="dispatch-block"
      style={{ left: NAME + x, width: width - 1 }}
      data-state={visit.state}
      data-late={lateMinutes > 0 || undefined}
      data-held={visit.id === heldId || undefined}
      aria-current={visit.id === chosenId || undefined}
      tabIndex={isFirst || visit.id === chosenId ? 0 : -1}
      aria-label={texts.block({
        place: visit.placeName,
        service: service(visit.serviceKey),
        times: `${from} – ${format.time(endsAt, board.zone)}`,
        state: states[visit.state],
        late: lateMinutes > 0 ? texts.late(format.minutes(lateMinutes)) : '',
      })}
      {...grasp.handlers(visit)}
    >
      {hasRoom && visit.placeName}
      {hasRoom && (
        <small aria-hidden="true">
          {from} {service(visit.serviceKey)}
        </small>
      )}
    </button>
  )
}

/** How wide an hour must be for each of them to be named. */
export function hoursNamed(pixelsPerHour: number): number {
  return [1, 2, 3, 6, 12].find((every) => every * pixelsPerHour >= 52) ?? 24
}
