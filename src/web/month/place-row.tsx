/** One place and its days. Scrolling moves it without drawing it again: nothing that it gets changes by that. */
import { memo, useMemo } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'
import { DayCell } from './day-cell.tsx'
import { barsOf, type Place } from './day-facts.ts'
import type { Measures } from './measures.ts'
import type { DayTexts } from './use-day-texts.ts'

type PlaceRowProps = {
  place: Place
  index: number
  days: readonly LocalDate[]
  measures: Measures
  /** The one that Tab comes to, if it is one of this row. */
  tabColumn: number | null
  openDay: LocalDate | null
  dayTexts: DayTexts
}

export const PlaceRow = memo(
  ({ place, index, days, measures, tabColumn, openDay, dayTexts }: PlaceRowProps) => {
    const bars = useMemo(() => barsOf(place.stays, days), [place.stays, days])
    const { head, row, name } = measures
    return (
      <tr
        aria-rowindex={index + 2}
        className="absolute left-0 grid w-full border-b border-line"
        style={{
          contain: 'strict',
          top: head + index * row,
          height: row,
          gridTemplate: rowTemplate(measures, days.length),
        }}
      >
        <th
          scope="row"
          aria-colindex={1}
          className={`sticky left-0 z-10 flex items-center bg-card px-3 text-left ${name === 0 ? 'col-span-full' : 'border-r border-line'}`}
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
        {days.map((day, column) => (
          <DayCell
            key={day}
            place={place}
            date={day}
            row={index}
            column={column}
            isTab={tabColumn === column}
            isOpen={openDay === day}
            bars={bars.get(column)}
            measures={measures}
            dayTexts={dayTexts}
          />
        ))}
      </tr>
    )
  },
)

function rowTemplate(measures: Measures, dayCount: number): string {
  return `${measures.title > 0 ? `${measures.title}px ` : ''}minmax(0, 1fr) / ${columnsOf(measures, dayCount)}`
}

export function columnsOf({ name, day }: Measures, dayCount: number): string {
  return `${name > 0 ? `${name}px ` : ''}repeat(${dayCount}, ${day})`
}
