import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api.ts'
import { clearCookie, SIGNED_IN_COOKIE } from '#web/shell/cookies.ts'
import { forgetPerson } from '#web/shell/user.ts'
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
  // The session's own cookie is the server's to clear: without its answer nobody is signed out.
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      await call('POST /api/sign-out')
      clearCookie(SIGNED_IN_COOKIE)
      await navigate(linkTo('login'), { replace: true })
      forgetPerson(client)
    },
  })
  useEffect(() => mutate(), [mutate])

  return (
    <Page title={session.logout.working} width="narrow">
      {error ? (
        <ErrorState error={new Error(`${session.logout.failed} ${error.message}`)} onRetry={() => mutate()} />
      ) : (
        <SkeletonCard rows={1} />
      )}
    </Page>
  )
}
