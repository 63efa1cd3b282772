/** What giving work back would cost, said where it is taken: by when it is free, and what counts after that. */
import { DEFAULT_TIME_ZONE, dateAt, HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { readInstant, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { useNow } from '#web/ui/now.ts'

/** Two lines are kept free for it, so that no button moves under a thumb when it comes. */
export function ReleaseRule() {
  const { rule } = useText().assignments
  const spanText = useSpanText()
  const momentText = useMomentText()
  const now = useNow()
  const zone = useUser()?.time_zone
  const { data } = useEndpoint('POST /api/get-reliability')
  if (!data) return <p className="min-h-[4lh] text-sm" />
  const notice = spanText(data.noticeHours * 60)
  const until = momentText(new Date(now + data.graceMinutes * MINUTE_MS).toISOString(), zone)
  return (
    <p className="min-h-[4lh] text-sm text-muted">
      {data.graceMinutes > 0 ? `${rule.grace(until)} ${rule.notice(notice)}` : rule.noticeOnly(notice)}
    </p>
  )
}

/** `48 hours`; what is no whole number of hours reads `1 h 30 min`. */
export function useSpanText(): (minutes: number) => string {
  const { rule } = useText().assignments
  const format = useFormat()
  return (minutes) => {
    const isWhole = minutes > 0 && (minutes * MINUTE_MS) % HOUR_MS === 0
    return isWhole ? rule.hours(minutes / 60) : format.minutes(minutes)
  }
}

/** `5:43 PM` of today, else `Tuesday, March 3, 5:43 PM`. */
export function useMomentText(): (at: string, zone?: string) => string {
  const format = useFormat()
  const now = useNow()
  return (at, zone = DEFAULT_TIME_ZONE) => {
    const moment = readInstant(at)
    const time = format.time(moment, zone)
    const date = dateAt(moment, zone)
    return date === dateAt(instant(now), zone) ? time : `${format.longDay(date)}, ${time}`
  }
}
