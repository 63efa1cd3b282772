/** What is drawn while a visit is in the hand: where it would stand, and a card with what breaks there. */
import { useSyncExternalStore } from 'react'
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import type { Placement } from '#domain/dispatch/placement.ts'
import { useText } from '#web/text/store.ts'
import { useBreakTexts } from './break-texts.ts'
import { type Hand, type Held } from './drag.ts'
import { HEAD, NAME, ROW, type Scale, xOf } from './measures.ts'

function useHeld(hand: Hand): Held | null {
  return useSyncExternalStore(hand.subscribe, hand.read)
}

export function TargetMark({ hand, axis, scale }: { hand: Hand; axis: readonly AxisDay[]; scale: Scale }) {
  const held = useHeld(hand)
  if (held === null || held.target === null || held.target === 'tray') return null
  const { visit, target, placement } = held
  const day = axis.find(({ date }) => date === visit.date)
  if (day === undefined) return null
  const left = xOf(scale, day.from)
  const own = placement?.lane.stops.find(({ id }) => id === visit.id)
  return (
    <div
      className="dispatch-target"
      data-tone={toneOf(placement)}
      style={{
        transform: `translate3d(${NAME + left}px, ${HEAD + target.index * ROW}px, 0)`,
        width: xOf(scale, day.until) - left,
        height: ROW,
      }}
    >
      {own && <i style={{ left: xOf(scale, own.beginsAt) - left }} />}
    </div>
  )
}

function toneOf(placement: Placement | null): string | undefined {
  if (placement === null || placement.breaks.length === 0) return undefined
  return placement.isForbidden ? 'danger' : 'warn'
}

export function HandCard({ hand, zone }: { hand: Hand; zone: string }) {
  const { dispatch: texts } = useText()
  const held = useHeld(hand)
  const words = useBreakTexts(zone)
  const said = held === null ? null : words(held)
  return (
    <>
      <output aria-live="assertive" className="sr-only">
        {held?.how === 'keys' &&
          said &&
          [said.where, ...said.breaks.map(({ text }) => text), said.adds].join('. ')}
      </output>
      {held && said && (
        <div
          className="dispatch-hand"
          aria-hidden="true"
          style={{ transform: `translate3d(${held.x + 14}px, ${held.y + 18}px, 0)` }}
        >
          <strong>{held.visit.placeName}</strong>
          <p>{said.where}</p>
          <ul>
            {said.breaks.map(({ kind, text, isForbidden }) => (
              <li key={kind} data-forbidden={isForbidden || undefined}>
                {text}
              </li>
            ))}
          </ul>
          {said.adds && <p className="text-muted">{said.adds}</p>}
          {held.how === 'keys' && <p className="text-muted">{texts.keysHeld}</p>}
        </div>
      )}
    </>
  )
}
