import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api.ts'
import { SIGNED_IN_COOKIE, clearCookie } from '#web/shell/cookies.ts'
import { useText } from '#web/text/store.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

/** Seed §2: clears the auth cookie and goes to /login; the server revokes the session. */
export function Logout() {
  const { session } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [error, setError] = useState<Error>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    const leave = async () => {
      try {
        await call('POST /api/sign-out')
      } catch (failure) {
        // The session's cookie is the server's to clear: without its answer nobody is signed out.
        if (!isGone) setError(failure as Error)
        return
      }
      clearCookie(SIGNED_IN_COOKIE)
      client.clear()
      await navigate(linkTo('login'), { replace: true })
    }
    void leave()
    return () => {
      isGone = true
    }
  }, [attempt, client, navigate])

  return (
    <Page title={session.logout.working} width="narrow">
      {error ? (
        <ErrorState
          error={new Error(`${session.logout.failed} ${error.message}`)}
          onRetry={() => {
            setError(undefined)
            setAttempt(attempt + 1)
          }}
        />
      ) : (
        <SkeletonCard rows={1} />
      )}
    </Page>
  )
}
