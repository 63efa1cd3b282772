/** Where the device is offered something: at home and on the account page. Downloaded when the page has nothing better to do. */
import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isSignedIn } from '#web/session/cookies.ts'
import { loadAreas } from '#web/text/store.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'

/** The screen itself comes first, and is not moved by what stands below it. */
const AFTER_THE_SCREEN_MS = 2_500

const DeviceOffers = lazy(async (): Promise<{ default: ComponentType<{ isWhole: boolean }> }> => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_THE_SCREEN_MS))
  await new Promise<void>((resolve) => void whenIdle(resolve))
  try {
    const [{ DeviceOffers: Offers }] = await Promise.all([
      import('#web/offline/device-offers.tsx'),
      loadAreas(['device']),
    ])
    return { default: Offers }
  } catch {
    // An offer that cannot be downloaded is not made.
    return { default: () => null }
  }
})

export function Offers() {
  const { pathname } = useLocation()
  if (!isSignedIn() || (pathname !== '/' && pathname !== '/account')) return null
  return (
    <Suspense fallback={null}>
      <DeviceOffers isWhole={pathname === '/account'} />
    </Suspense>
  )
}
