/**
 * One day of one place, drawn small: bars of stays, signs of visits, marks of what is wrong; no meaning by color alone.
 * Hundreds of them stand on a screen that scrolls, so each is as little as it can be: drawn again only where it changed,
 * and without a position or an edge of its own, which would cost the browser a layer for each.
 */
import { type CSSProperties, memo } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type Bar, factsOn, type Place, type Stay } from './day-facts.ts'
import type { Measures } from './measures.ts'
import type { DayTexts } from './use-day-texts.ts'

type DayCellProps = {
  place: Place
  date: LocalDate
  row: number
  column: number
  isTab: boolean
  isOpen: boolean
  /** Those that start here. */
  bars: readonly Bar[] | undefined
  measures: Measures
  dayTexts: DayTexts
}

const FIRST_LANE = 5
const LANE_HEIGHT = 12
const LANE_GAP = 2
/** As many as stand beside one another in a day. */
const ROOM = 2

export const DayCell = memo(
  ({ place, date, row, column, isTab, isOpen, bars, measures, dayTexts }: DayCellProps) => {
    const facts = factsOn(place, date)
    const label = dayTexts.label(place.name, date, facts)
    const today = date === place.today
    return (
      <td
        aria-colindex={column + 2}
        aria-selected={isOpen}
        className={isOpen ? 'bg-sunken' : today ? 'bg-accent-soft' : undefined}
      >
        <button
          type="button"
          aria-label={label}
          title={label}
          aria-current={today ? 'date' : undefined}
          data-cell={`${row}:${column}`}
          tabIndex={isTab ? 0 : -1}
          className="flex size-full items-end border-r border-line pb-1 -outline-offset-2! hover:bg-sunken"
        >
          <Signs facts={facts} dayTexts={dayTexts} />
        </button>
        {bars?.map((bar) => (
          <StayBar key={bar.stay.id} {...bar} measures={measures} />
        ))}
      </td>
    )
  },
)

type SignsProps = { facts: ReturnType<typeof factsOn>; dayTexts: DayTexts }

function Signs({ facts: { visits, troubles }, dayTexts }: SignsProps) {
  const coming = visits.filter(({ state }) => state !== 'skipped')
  const kinds = [...new Set(troubles.map(({ kind }) => kind))]
  const { icons, more } = roomFor(coming.length, kinds.length)
  if (coming.length + kinds.length === 0) return null
  return (
    <span aria-hidden="true" className="flex w-full items-center justify-center gap-0.5 overflow-hidden">
      {coming.slice(0, icons).map((visit) => (
        <Icon
          key={visit.id}
          name={visit.state === 'completed' ? 'check' : dayTexts.icon(visit.serviceKey)}
          size={14}
          className={visit.state === 'missed' ? 'text-danger' : 'text-ink'}
        />
      ))}
      {more > 0 && (
        <span data-mark={dayTexts.more(more)} className="text-xs before:content-[attr(data-mark)]" />
      )}
      {kinds.map((kind) => (
        <TroubleMark key={kind} kind={kind} />
      ))}
    </span>
  )
}

/** What is wrong first, whole; then visits, or how many of them; the label of the day says them all. */
function roomFor(visits: number, troubles: number): { icons: number; more: number } {
  const room = Math.max(0, ROOM - troubles)
  const icons = visits <= room ? visits : Math.max(0, room - 1)
  return { icons, more: room === 0 ? 0 : visits - icons }
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

/** Over all of its days, placed in its row and held by the first of them; what is beneath it is pressed through it. */
function StayBar({ stay, lane, from, until, begins, ends, measures }: Bar & { measures: Measures }) {
  return (
    <span
      aria-hidden="true"
      data-stay={stay.kind}
      className="pointer-events-none absolute"
      style={{
        ...STAY_LOOKS[stay.kind],
        top: measures.title + FIRST_LANE + lane * (LANE_HEIGHT + LANE_GAP),
        height: LANE_HEIGHT,
        left: `calc(${measures.name}px + ${from} * ${measures.day})`,
        width: `calc(${until - from} * ${measures.day})`,
        borderRadius: `${begins ? 6 : 0}px ${ends ? 6 : 0}px ${ends ? 6 : 0}px ${begins ? 6 : 0}px`,
      }}
    />
  )
}
