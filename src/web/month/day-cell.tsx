/** One day of one place, drawn small: bars of stays, signs of visits, marks of what is wrong; no meaning by color alone. */
import type { CSSProperties, KeyboardEvent } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { factsOn, type Place, type Stay } from './day-facts.ts'

type DayCellProps = {
  place: Place
  date: LocalDate
  isTab: boolean
  isOpen: boolean
  position: { row: number; column: number }
  lanes: ReadonlyMap<string, number>
  style: CSSProperties
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const LANE_HEIGHT = 12
const SIGNS_SHOWN = 2

export function DayCell({ place, date, lanes, isTab, isOpen, position, style, ...on }: DayCellProps) {
  const texts = useText().month
  const services = useServices()
  const label = useDayLabel()(place, date)
  const { stays, visits, troubles } = factsOn(place, date)
  const coming = visits.filter(({ state }) => state !== 'skipped')
  const today = date === place.today
  return (
    <td
      aria-colindex={position.column + 2}
      aria-selected={isOpen}
      className={`absolute border-r border-line ${isOpen ? 'bg-sunken' : today ? 'bg-accent-soft' : ''}`}
      style={style}
    >
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-current={today ? 'date' : undefined}
        data-cell={`${position.row}:${position.column}`}
        tabIndex={isTab ? 0 : -1}
        onClick={on.onOpen}
        onKeyDown={on.onKeyDown}
        className="absolute inset-0 overflow-hidden -outline-offset-2! hover:bg-sunken"
      >
        {stays.map((stay) => (
          <StayBar key={stay.id} stay={stay} date={date} lane={lanes.get(stay.id) ?? 0} />
        ))}
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-1 flex items-center justify-center gap-0.5"
        >
          {coming.slice(0, SIGNS_SHOWN).map((visit) => (
            <Icon
              key={visit.id}
              name={visit.state === 'completed' ? 'check' : services.icon(visit.serviceKey)}
              size={14}
              className={visit.state === 'missed' ? 'text-danger' : 'text-ink'}
            />
          ))}
          {coming.length > SIGNS_SHOWN && (
            <span
              data-mark={texts.more(coming.length - SIGNS_SHOWN)}
              className="text-xs before:content-[attr(data-mark)]"
            />
          )}
          {troubles.map(({ kind }) => (
            <TroubleMark key={kind} kind={kind} />
          ))}
        </span>
      </button>
    </td>
  )
}

/** A picture, not a word: the label of its day says it in words, and has no sign in it. */
export function TroubleMark({ kind }: { kind: Place['troubles'][number]['kind'] }) {
  const { marks } = useText().month
  return (
    <span
      data-mark={marks[kind]}
      className="rounded-lg bg-danger px-1 text-xs font-semibold text-on-danger before:content-[attr(data-mark)]"
    />
  )
}

/** Filled for guests, striped for the owner, an outline where it is closed; half a day where they come or leave. */
export const STAY_LOOKS: Record<Stay['kind'], CSSProperties> = {
  stay: { background: 'var(--info)' },
  owner: {
    background: 'repeating-linear-gradient(135deg, var(--info) 0 3px, var(--info-soft) 3px 6px)',
    outline: '1px solid var(--info)',
    outlineOffset: -1,
  },
  block: { outline: '1px dashed var(--muted)', outlineOffset: -1 },
}

function StayBar({ stay, date, lane }: { stay: Stay; date: LocalDate; lane: number }) {
  const begins = stay.checkIn === date
  const ends = stay.checkOut === date
  return (
    <span
      aria-hidden="true"
      className="absolute"
      style={{
        ...STAY_LOOKS[stay.kind],
        top: 5 + lane * (LANE_HEIGHT + 2),
        height: LANE_HEIGHT,
        left: begins ? '56%' : 0,
        right: ends ? '60%' : 0,
        borderRadius: `${begins ? 6 : 0}px ${ends ? 6 : 0}px ${ends ? 6 : 0}px ${begins ? 6 : 0}px`,
      }}
    />
  )
}

/** `Loft, Tuesday, March 3: guests come · Turnover clean · Two stays in one night`. */
function useDayLabel() {
  const texts = useText().month
  const format = useFormat()
  const services = useServices()
  return (place: Place, date: LocalDate) => {
    const { stays, visits, troubles } = factsOn(place, date)
    const said = [
      ...stays.map((stay) => texts.stayOn(stay.kind, partOf(stay, date))),
      ...visits.map(({ serviceKey, state }) => texts.visitOn(services.name(serviceKey), state)),
      ...troubles.map(({ kind }) => texts.troubles[kind]),
    ]
    return texts.cell(place.name, format.longDay(date), said)
  }
}

function partOf({ checkIn, checkOut }: Stay, date: LocalDate): 'comes' | 'leaves' | 'stays' {
  if (checkIn === date) return 'comes'
  return checkOut === date ? 'leaves' : 'stays'
}
