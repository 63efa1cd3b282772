/** What happens on every arrival at an address: coupon and sponsor are kept, a new build is taken, reading starts on top. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { shouldReloadOnNavigation } from '#web/builds/build-check.ts'
import { keepReferral } from '#web/session/referral.ts'
import { mustShedScripts } from './quiet-pages.ts'

let isLoadingAgain = false

/** Whether this page is about to be replaced by a fresh one at the same address. */
export function isBeingReplaced(): boolean {
  return isLoadingAgain
}

export function useArrival(): void {
  const location = useLocation()
  const { pathname, hash } = location
  const type = useNavigationType()
  const isFirst = useRef(true)

  useLayoutEffect(() => {
    keepReferral(location.search)
    if (isFirst.current) isFirst.current = false
    // Seed §4: the address is already the target's, with query and hash, so loading it again goes there.
    else if (shouldReloadOnNavigation() || mustShedScripts(location)) loadAgain()
  }, [location])

  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    // Going back keeps the browser's own scroll position.
    if (type === NavigationType.Pop) return
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else window.scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, hash, type])
}

function loadAgain(): void {
  isLoadingAgain = true
  window.location.reload()
}
