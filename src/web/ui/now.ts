/** `const now = useNow()` – the current instant for a component; it moves on every minute, or as often as asked. */
import { useEffect, useState } from 'react'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'

export function useNow(everyMs: number = MINUTE_MS): Instant {
  const [now, setNow] = useState(() => instant(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setNow(instant(Date.now())), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
