import { instant } from '#domain/time.ts'
import { useOnline } from '#web/browser/online.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

/** How old what is shown is, where nothing newer answers. */
export function OfflineLine({ isUnreachable, asOf }: { isUnreachable: boolean; asOf: number | undefined }) {
  const { offline } = useText()
  const format = useFormat()
  const isOnline = useOnline()
  const zone = useUser()?.time_zone
  if (isOnline && (!isUnreachable || asOf === undefined)) return null
  if (asOf === undefined) return <output className="block text-muted">{offline.noDay}</output>
  const time = format.time(instant(asOf), zone)
  return (
    <output className="nums block text-sm text-muted">
      {isOnline ? offline.unreachable(time) : offline.asOf(time)}
    </output>
  )
}
