/**
 * The crew's own switch for being seen on its way. While it is on, and the crew drives to
 * somebody, this page says every half minute where the phone is; between stops it says nothing.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call, endpointQuery, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { device } from '#web/bridge/device.ts'
import { useOnline } from '#web/browser/online.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'

type Sharing = Reply<'GET /api/whereabouts'>
type ShareProps = {
  /** The crew has set out to somebody and is not there. */
  isOnTheWay: boolean
}

/** A place that was measured for something else must not be older than the dot should be. */
const FRESH_MS = 10_000

/** Stays away while it is not known. */
export function ShareWhereabouts({ isOnTheWay }: ShareProps) {
  const { share } = useText().crew
  const client = useQueryClient()
  const isOnline = useOnline()
  const sharing = useEndpoint('GET /api/whereabouts')
  const action = useAction('POST /api/share-whereabouts')
  // What was tapped shows at once, and goes back where it is refused.
  const [wanted, setWanted] = useState<boolean>()
  const isLost = useSending(sharing.data, isOnTheWay)
  const untilText = useUntilText()
  if (!sharing.data) return null
  const isOn = wanted ?? sharing.data.isSharing
  const change = (next: boolean) => {
    setWanted(next)
    action.mutate(
      { body: { isOn: next } },
      {
        onSuccess: (reply) => client.setQueryData(endpointQuery('GET /api/whereabouts').queryKey, reply),
        onSettled: () => setWanted(undefined),
      },
    )
  }
  return (
    <Card>
      <CheckboxField
        name="share"
        label={share.label}
        hint={share.explain}
        value={isOn}
        isDisabled={!isOnline}
        onChange={change}
      />
      {isOn && <p className="nums text-sm text-muted">{untilText(sharing.data)}</p>}
      {isOn && isLost && <Banner tone="warn">{share.lost}</Banner>}
      {action.error && (
        <Banner tone="danger" isAlert>
          {action.error.message}
        </Banner>
      )}
    </Card>
  )
}

function useUntilText() {
  const { share } = useText().crew
  const format = useFormat()
  const zone = useUser()?.time_zone
  return ({ until }: Sharing) => share.until(format.time(until, zone))
}

/** Answers whether the phone cannot or may not say where it is. */
function useSending(sharing: Sharing | undefined, isOnTheWay: boolean): boolean {
  const client = useQueryClient()
  const [isLost, setLost] = useState(false)
  const everyMs = sharing?.isSharing && isOnTheWay ? sharing.everySeconds * 1_000 : null
  const send = useEffectEvent(async () => {
    // Behind another app, or without a connection, it would only be old when it came.
    if (document.hidden || !navigator.onLine) return
    const location = await device().currentLocation(FRESH_MS)
    setLost(location === null)
    if (location === null) return
    const { lat, lng, at } = location
    try {
      // A clock of its own that is ahead of the phone’s says nothing of when it was.
      const body = { lat, lng, at: new Date(Math.min(at, Date.now())).toISOString() }
      const { isWanted } = await call('POST /api/send-position', { body })
      if (!isWanted) await client.invalidateQueries({ queryKey: ['GET /api/whereabouts'] })
    } catch (error) {
      // The next one comes soon; one that cannot be true is nobody's fault.
      if (!(error instanceof ApiError)) throw error
    }
  })
  useEffect(() => {
    if (everyMs === null) return
    const soon = setTimeout(() => void send())
    const timer = setInterval(() => void send(), everyMs)
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [everyMs])
  return isLost && everyMs !== null
}
