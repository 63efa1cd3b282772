import { useEffect } from 'react'
import { useNow } from '#web/ui/now.ts'

type Timed = { readonly expiresAt: string; readonly now: string; readonly state: string }

const SECOND_MS = 1_000

/** By the server's clock: a phone that is minutes off still counts down rightly. `onOver` is called once it is zero, so hand over one that stays the same. */
export function useTimeLeft(offer: Timed, readAt: number, onOver: () => unknown): number {
  const now = useNow(SECOND_MS)
  const skewMs = Date.parse(offer.now) - readAt
  const leftMs = Math.max(0, Date.parse(offer.expiresAt) - (now + skewMs))
  const isOver = leftMs === 0 && offer.state === 'open'
  useEffect(() => {
    if (isOver) void onOver()
  }, [isOver, onOver])
  return leftMs
}

/** `9:05`; hours and more are shown by the clock instead. */
export function minutesAndSeconds(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
