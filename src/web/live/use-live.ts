/** Listens for changes while somebody is signed in: some moments after the first screen, which needs the line itself. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isSignedIn } from '#web/session/cookies.ts'
import { useUser } from '#web/session/user.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'
import { linkTo } from '#web/urls.ts'

const AFTER_FIRST_SCREEN_MS = 1_500

export function useLive(): void {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const userId = useUser()?.id
  const hasSession = isSignedIn() && pathname !== linkTo('logout')
  useEffect(() => {
    if (!hasSession || userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    let callOff = () => {}
    const timer = setTimeout(() => {
      callOff = whenIdle(() => {
        // Without it the screens look for changes themselves.
        import('./live.ts').then(
          ({ startLive }) => {
            if (!isOver) stop = startLive(client)
          },
          () => undefined,
        )
      })
    }, AFTER_FIRST_SCREEN_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      callOff()
      stop?.()
    }
  }, [client, hasSession, userId])
}
