/** Always in sight while the crew shares where it is; the switch itself comes after the first screen. */
import { lazy, Suspense } from 'react'
import { useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'

const Switch = lazy(async () => ({
  default: (await import('./share-whereabouts.tsx')).ShareWhereabouts,
}))

export function SharingBadge() {
  const { share } = useText().crew
  const sharing = useEndpoint('GET /api/whereabouts')
  return sharing.data?.isSharing ? <Badge tone="info">{share.badge}</Badge> : null
}

export function LazyShareWhereabouts({ isOnTheWay }: { isOnTheWay: boolean }) {
  return (
    <PartBoundary isQuiet>
      <Suspense>
        <Switch isOnTheWay={isOnTheWay} />
      </Suspense>
    </PartBoundary>
  )
}
