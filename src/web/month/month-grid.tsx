/**
 * Places down, days across. Only the places in sight exist in the page, so that a thousand scroll like ten. Where there
 * is little room a week is shown, and the name of a place stands above its days.
 */
import { memo, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { type LocalDate, weekdayOf } from '#domain/time.ts'
import { useText } from '#web/text/store.ts'
import type { Place } from './day-facts.ts'
import { dayWidth, type Measures, NARROW, WIDE } from './measures.ts'
import { columnsOf, PlaceRow } from './place-row.tsx'
import { type DayTexts, useDayTexts } from './use-day-texts.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useInSight } from './use-in-sight.ts'

type Open = { readonly day: LocalDate; readonly placeId: string | null }

type MonthGridProps = {
  label: string
  places: readonly Place[]
  totalCount: number
  days: readonly LocalDate[]
  today: LocalDate
  isNarrow: boolean
  open: Open | null
  onOpen: (place: Place, day: LocalDate) => void
  onEndReached: () => void
}

/** ARIA's word for a table whose cells are walked with arrow keys. */
const WALKED = { role: 'grid' } as const
const DAYS_BEFORE_TODAY = 2
const FRIDAY = 5
/** Of the devices that have a wide one. */
const SCROLL_BAR = 18

export function MonthGrid(props: MonthGridProps) {
  const { label, places, totalCount, days, today, isNarrow, open, onEndReached } = props
  const measures = isNarrow ? NARROW : WIDE
  const dayTexts = useDayTexts()
  const gridRef = useRef<HTMLDivElement>(null)
  const sight = useInSight(
    gridRef,
    { count: places.length, size: measures.row, fixed: measures.head },
    { size: dayWidth(measures), fixed: measures.name },
  )
  const keys = useGridKeys({ gridRef, rows: places.length, columns: days.length, scrollTo: sight.show })
  const shown = sight.rows.filter((index) => index < places.length)
  const isAtEnd = (shown.at(-1) ?? -1) >= places.length - 1
  useEffect(() => {
    if (isAtEnd) onEndReached()
  }, [isAtEnd, onEndReached])
  useScrollToToday(gridRef, { days, today, dayWidth: dayWidth(measures) })
  /** Where Tab comes to: the cell that had the focus, or the first that is drawn. */
  const tab = shown.includes(keys.cell.row) ? keys.cell : { row: shown[0], column: 0 }
  const height = measures.head + places.length * measures.row
  const openCell = ({ target }: MouseEvent) => {
    const cell = cellOf(target)
    if (cell === undefined) return
    keys.setCell(cell)
    props.onOpen(places[cell.row]!, days[cell.column]!)
  }
  const listeners = { onClick: openCell, onKeyDown: keys.onKeyDown }
  return (
    <div
      ref={gridRef}
      className="relative overflow-auto rounded-2xl border border-line bg-card shadow-card"
      style={{ height: `min(70dvh, ${height + SCROLL_BAR}px)`, minHeight: measures.head + measures.row }}
    >
      <table
        {...WALKED}
        {...listeners}
        aria-label={label}
        aria-rowcount={totalCount + 1}
        aria-colcount={days.length + 1}
        aria-readonly="true"
        className="relative block"
        style={{ width: isNarrow ? '100%' : measures.name + days.length * dayWidth(measures), height }}
      >
        <thead className="contents">
          <Heading days={days} today={today} measures={measures} dayTexts={dayTexts} />
        </thead>
        <tbody className="contents">
          {shown.map((index) => {
            const place = places[index]!
            return (
              <PlaceRow
                key={place.id}
                place={place}
                index={index}
                days={days}
                measures={measures}
                tabColumn={tab.row === index ? tab.column : null}
                openDay={open?.placeId === place.id ? open.day : null}
                dayTexts={dayTexts}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** One ear for hundreds of cells; each says which one it is. */
function cellOf(target: EventTarget): { row: number; column: number } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset['cell']?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** Whenever a month is turned to: today is among the first that are seen, or else its first day. */
function useScrollToToday(
  gridRef: RefObject<HTMLDivElement | null>,
  { days, today, dayWidth }: { days: readonly LocalDate[]; today: LocalDate; dayWidth: number },
): void {
  const [first] = days
  const left = Math.max(0, days.indexOf(today) - DAYS_BEFORE_TODAY) * dayWidth
  useEffect(() => {
    if (first !== undefined && gridRef.current !== null) gridRef.current.scrollLeft = left
  }, [gridRef, first, left])
}

type HeadingProps = { days: readonly LocalDate[]; today: LocalDate; measures: Measures; dayTexts: DayTexts }

const Heading = memo(({ days, today, measures, dayTexts }: HeadingProps) => {
  const { month: texts, ui } = useText()
  return (
    <tr
      aria-rowindex={1}
      className="sticky top-0 z-20 grid border-b border-line bg-card"
      style={{
        height: measures.head,
        gridTemplate: `minmax(0, 1fr) / ${columnsOf(measures, days.length)}`,
      }}
    >
      <th
        scope="col"
        aria-colindex={1}
        className={
          measures.name === 0
            ? 'sr-only'
            : 'sticky left-0 z-20 flex items-center border-r border-line bg-card px-3 text-sm font-semibold'
        }
      >
        {texts.places}
      </th>
      {days.map((day, index) => (
        <th
          key={day}
          scope="col"
          aria-colindex={index + 2}
          aria-label={dayTexts.longDay(day)}
          aria-current={day === today ? 'date' : undefined}
          className={`grid content-center justify-items-center text-xs font-normal ${weekdayOf(day) > FRIDAY ? 'bg-sunken' : ''}`}
        >
          <span className="text-muted">{ui.weekdays.short[weekdayOf(day) - 1]}</span>
          <span
            className={`nums text-sm font-semibold ${day === today ? 'rounded-full bg-accent px-1.5 text-on-accent' : ''}`}
          >
            {Number(day.slice(8))}
          </span>
        </th>
      ))}
    </tr>
  )
})
