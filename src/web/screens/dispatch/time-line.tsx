/** The lanes of all crews over the hours of a day or a week. Only what is in sight is drawn. */
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import type { BoardTexts } from './board-texts.ts'
import type { Hand } from './drag.ts'
import { TargetMark } from './hand-layer.tsx'
import { hoursNamed, LaneRow } from './lane-row.tsx'
import { HEAD, NAME, ROW, type Scale, xOf } from './measures.ts'
import type { Crew, ShownBoard } from './use-board.ts'
import type { Grasp } from './use-grasp.ts'

type TimeLineProps = {
  board: ShownBoard
  axis: readonly AxisDay[]
  scale: Scale
  now: Instant
  hand: Hand
  scroller: RefObject<HTMLElement | null>
  chosenId: string | undefined
  chosenCrewId: string | undefined
  onChooseCrew: (id: Crew['id']) => void
  heldId: string | undefined
  grasp: Grasp
  words: BoardTexts
}

/** What is shown first begins so long before now, or before the working day. */
const LEAD_HOURS = 1
const MORNING_HOURS = 6

export function TimeLine(props: TimeLineProps) {
  const { board, axis, scale, now, hand, scroller, words, heldId } = props
  const inSight = useWindow(scroller)
  const nowX = xOf(scale, now)
  useFirstSight(props)
  const first = Math.max(0, Math.floor((inSight.top - HEAD) / ROW))
  const last = Math.min(board.crews.length, Math.ceil((inSight.bottom - HEAD) / ROW))
  const heldBy = board.visits.get(heldId ?? '')?.crewId
  const shown = board.crews
    .map((crew, index) => ({ crew, index }))
    .filter(({ crew, index }) => (index >= first && index < last) || crew.id === heldBy)
  return (
    <section ref={scroller} className="dispatch-scroll" aria-label={words.texts.lanes}>
      <div
        className="dispatch-sheet"
        style={{ width: NAME + scale.width, height: HEAD + board.crews.length * ROW }}
      >
        <Head axis={axis} scale={scale} words={words} />
        {shown.map(({ crew, index }) => (
          <LaneRow
            key={crew.id}
            board={board}
            crew={crew}
            index={index}
            axis={axis}
            scale={scale}
            now={now}
            left={inSight.left}
            right={inSight.right}
            chosenId={props.chosenId}
            isCrewChosen={crew.id === props.chosenCrewId}
            onChooseCrew={props.onChooseCrew}
            heldId={heldId}
            grasp={props.grasp}
            words={words}
          />
        ))}
        {nowX >= 0 && nowX <= scale.width && <div className="dispatch-now" style={{ left: NAME + nowX }} />}
        <TargetMark hand={hand} axis={axis} scale={scale} />
      </div>
    </section>
  )
}

/** Where the working day begins, or shortly before now; again for other days, and the same moment after a zoom. */
function useFirstSight({ axis, scale, now, scroller }: TimeLineProps): void {
  const { from } = axis[0]!
  const { pixelsPerHour } = scale
  const seen = useRef<{ from: Instant; pixelsPerHour: number }>(null)
  // Only other days and another zoom move the sheet, never the minutes that pass.
  const firstHours = useEffectEvent(() => {
    const isNow = now >= from && now < axis.at(-1)!.until
    return isNow ? (now - from) / HOUR_MS - LEAD_HOURS : MORNING_HOURS
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const before = seen.current
    seen.current = { from, pixelsPerHour }
    const left =
      before?.from === from
        ? element.scrollLeft * (pixelsPerHour / before.pixelsPerHour)
        : Math.max(0, firstHours() * pixelsPerHour)
    element.scrollTo?.({ left })
  }, [from, pixelsPerHour, scroller])
}

function Head({ axis, scale, words }: { axis: readonly AxisDay[]; scale: Scale; words: BoardTexts }) {
  const { texts, format } = words
  const every = hoursNamed(scale.pixelsPerHour)
  const ticks = useMemo(
    () => axis.flatMap(({ hours }) => hours.filter((_, index) => index % every === 0)),
    [axis, every],
  )
  return (
    <div className="dispatch-head" style={{ height: HEAD }}>
      <div className="dispatch-corner" style={{ width: NAME }}>
        {texts.crews}
      </div>
      {axis.map(({ date, from, until, hours }) => (
        <div
          key={date}
          className="dispatch-day"
          style={{ left: NAME + xOf(scale, from), width: xOf(scale, until) - xOf(scale, from) }}
        >
          {format.day(date)}
          {hours.length !== 24 && ` · ${texts.clockChange(hours.length)}`}
        </div>
      ))}
      {ticks.map(({ at, time }) => (
        <span key={at} className="dispatch-tick" style={{ left: NAME + xOf(scale, at) }}>
          {format.clock(time)}
        </span>
      ))}
    </div>
  )
}

/** In steps: scrolling is the browser's, and rows are drawn only where a step is crossed. */
type InSight = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const STEP_X = 480
const STEP_Y = 176
/** Until the page is laid out. */
const NOTHING: InSight = { top: 0, bottom: 900, left: 0, right: 1_920 }

function useWindow(scroller: RefObject<HTMLElement | null>): InSight {
  const [inSight, setInSight] = useState(NOTHING)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
      const next = {
        top: Math.floor(scrollTop / STEP_Y) * STEP_Y - STEP_Y,
        bottom: Math.ceil((scrollTop + (clientHeight || NOTHING.bottom)) / STEP_Y) * STEP_Y + STEP_Y,
        left: Math.floor(scrollLeft / STEP_X) * STEP_X - STEP_X,
        right: Math.ceil((scrollLeft + (clientWidth || NOTHING.right)) / STEP_X) * STEP_X + STEP_X,
      }
      setInSight((before) =>
        before.top === next.top &&
        before.bottom === next.bottom &&
        before.left === next.left &&
        before.right === next.right
          ? before
          : next,
      )
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    sizes?.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes?.disconnect()
    }
  }, [scroller])
  return inSight
}
