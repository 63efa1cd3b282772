/**
 * Places down, days across. Only what is in sight exists in the page, both ways, so that a thousand places scroll like
 * ten. Where there is little room a week is shown, and the name of a place stands above its days.
 */
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { type LocalDate, weekdayOf } from '#domain/time.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'
import { DayCell } from './day-cell.tsx'
import { lanesOf, type Place } from './day-facts.ts'
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

const WIDE = { head: 48, row: 62, name: 208, title: 0 }
const NARROW = { head: 48, row: 94, name: 0, title: 34 }
/** ARIA's word for a table whose cells are walked with arrow keys. */
const WALKED = { role: 'grid' } as const
const DAY_WIDTH = 42
const DAYS_BEFORE_TODAY = 2
const FRIDAY = 5
/** Of the devices that have a wide one. */
const SCROLL_BAR = 18

export function MonthGrid(props: MonthGridProps) {
  const { label, places, totalCount, days, today, isNarrow, onEndReached } = props
  const measures = isNarrow ? NARROW : WIDE
  const gridRef = useRef<HTMLDivElement>(null)
  const sight = useInSight(
    gridRef,
    { count: places.length, size: measures.row, fixed: measures.head },
    { count: days.length, size: DAY_WIDTH, fixed: measures.name },
  )
  const keys = useGridKeys({ gridRef, rows: places.length, columns: days.length, scrollTo: sight.show })
  const shown = sight.rows.filter((index) => index < places.length)
  const columns = columnsOf(days, sight.columns, { measures, isNarrow })
  const isAtEnd = (shown.at(-1) ?? -1) >= places.length - 1
  useEffect(() => {
    if (isAtEnd) onEndReached()
  }, [isAtEnd, onEndReached])
  useScrollToToday(gridRef, days, today)
  const tab = tabCell(keys.cell, shown, columns)
  const height = measures.head + places.length * measures.row
  return (
    <div
      ref={gridRef}
      className="relative overflow-auto rounded-2xl border border-line bg-card shadow-card"
      style={{ height: `min(70dvh, ${height + SCROLL_BAR}px)`, minHeight: measures.head + measures.row }}
    >
      <table
        {...WALKED}
        aria-label={label}
        aria-rowcount={totalCount + 1}
        aria-colcount={days.length + 1}
        aria-readonly="true"
        className="relative block"
        style={{ width: isNarrow ? '100%' : measures.name + days.length * DAY_WIDTH, height }}
      >
        <thead className="contents">
          <Heading days={days} columns={columns} today={today} measures={measures} />
        </thead>
        <tbody className="contents">
          {shown.map((index) => (
            <PlaceRow
              key={places[index]!.id}
              {...props}
              place={places[index]!}
              index={index}
              columns={columns}
              measures={measures}
              tab={tab}
              onFocusCell={keys.setCell}
              onKeyDown={keys.onKeyDown}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Measures = typeof WIDE
type Column = { readonly index: number; readonly style: CSSProperties }

/** All seven of a week share what room there is; those of a month are as wide as they need and scroll. */
function columnsOf(
  days: readonly LocalDate[],
  inSight: readonly number[],
  { measures, isNarrow }: { measures: Measures; isNarrow: boolean },
): Column[] {
  if (isNarrow) {
    const share = 100 / days.length
    return days.map((_, index) => ({ index, style: { left: `${index * share}%`, width: `${share}%` } }))
  }
  return inSight
    .filter((index) => index < days.length)
    .map((index) => ({ index, style: { left: measures.name + index * DAY_WIDTH, width: DAY_WIDTH } }))
}

/** Whenever a month is turned to: today is among the first that are seen, or else its first day. */
function useScrollToToday(
  gridRef: RefObject<HTMLDivElement | null>,
  days: readonly LocalDate[],
  today: LocalDate,
): void {
  const [first] = days
  const column = Math.max(0, days.indexOf(today) - DAYS_BEFORE_TODAY)
  useEffect(() => {
    if (first !== undefined && gridRef.current !== null) gridRef.current.scrollLeft = column * DAY_WIDTH
  }, [gridRef, first, column])
}

type Tab = { readonly row: number; readonly column: number }

/** Where Tab comes to: the cell that had the focus, or the first that is drawn. */
function tabCell(cell: Tab, rows: readonly number[], columns: readonly Column[]): Tab {
  const isDrawn = rows.includes(cell.row) && columns.some(({ index }) => index === cell.column)
  return isDrawn ? cell : { row: rows[0] ?? 0, column: columns[0]?.index ?? 0 }
}

type HeadingProps = {
  days: readonly LocalDate[]
  columns: readonly Column[]
  today: LocalDate
  measures: Measures
}

function Heading({ days, columns, today, measures }: HeadingProps) {
  const { month: texts, ui } = useText()
  const format = useFormat()
  return (
    <tr
      aria-rowindex={1}
      className="sticky top-0 z-20 block border-b border-line bg-card"
      style={{ height: measures.head }}
    >
      <th
        scope="col"
        aria-colindex={1}
        className={
          measures.name === 0
            ? 'sr-only'
            : 'sticky left-0 z-20 flex h-full items-center border-r border-line bg-card px-3 text-sm font-semibold'
        }
        style={{ width: measures.name || undefined }}
      >
        {texts.places}
      </th>
      {columns.map(({ index, style }) => {
        const day = days[index]!
        return (
          <th
            key={day}
            scope="col"
            aria-colindex={index + 2}
            aria-label={format.longDay(day)}
            aria-current={day === today ? 'date' : undefined}
            className={`absolute top-0 grid h-full content-center justify-items-center text-xs font-normal ${weekdayOf(day) > FRIDAY ? 'bg-sunken' : ''}`}
            style={style}
          >
            <span className="text-muted">{ui.weekdays.short[weekdayOf(day) - 1]}</span>
            <span
              className={`nums text-sm font-semibold ${day === today ? 'rounded-full bg-accent px-1.5 text-on-accent' : ''}`}
            >
              {Number(day.slice(8))}
            </span>
          </th>
        )
      })}
    </tr>
  )
}

type PlaceRowProps = Pick<MonthGridProps, 'days' | 'open' | 'onOpen'> & {
  place: Place
  index: number
  columns: readonly Column[]
  measures: Measures
  tab: Tab
  onFocusCell: (cell: Tab) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function PlaceRow({ place, index, columns, measures, days, open, tab, ...on }: PlaceRowProps) {
  const lanes = useMemo(() => lanesOf(place.stays), [place.stays])
  return (
    <tr
      aria-rowindex={index + 2}
      className="absolute left-0 block w-full border-b border-line"
      style={{ top: measures.head + index * measures.row, height: measures.row }}
    >
      <th
        scope="row"
        aria-colindex={1}
        className={`sticky left-0 z-10 flex items-center bg-card px-3 text-left ${measures.name === 0 ? '' : 'h-full border-r border-line'}`}
        style={measures.name === 0 ? { height: measures.title } : { width: measures.name }}
      >
        <RouteLink
          to={linkTo('property', { property_id: place.id })}
          tabIndex={-1}
          className="min-w-0 truncate text-sm font-medium"
          title={place.name}
        >
          {place.name}
        </RouteLink>
      </th>
      {columns.map(({ index: column, style }) => {
        const day = days[column]!
        return (
          <DayCell
            key={day}
            place={place}
            date={day}
            lanes={lanes}
            isTab={tab.row === index && tab.column === column}
            isOpen={open !== null && open.placeId === place.id && open.day === day}
            position={{ row: index, column }}
            style={{ ...style, top: measures.title, bottom: 0 }}
            onKeyDown={on.onKeyDown}
            onOpen={() => {
              on.onFocusCell({ row: index, column })
              on.onOpen(place, day)
            }}
          />
        )
      })}
    </tr>
  )
}
