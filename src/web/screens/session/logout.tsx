import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api.ts'
import { clearCookie, SIGNED_IN_COOKIE } from '#web/session/cookies.ts'
import { markKept } from '#web/session/kept-mark.ts'
import { forgetPerson, loadUser, type User } from '#web/session/user.ts'
import { forgetAllAnswers } from '#web/steps/kept-answers.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

/** Seed §2: clears the auth cookie and goes to /login; the server revokes the session. */
export function Logout() {
  const { session } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [unsentCount, setUnsentCount] = useState(0)
  // The session's own cookie is the server's to clear: without its answer nobody is signed out.
  const { mutate, error } = useMutation({
    mutationFn: async ({ isSure }: { isSure: boolean }) => {
      const user = await loadUser(client).catch(() => undefined)
      const userId = keeperOf(user)
      const unsent = userId && !isSure ? await unsentOf(userId) : 0
      setUnsentCount(unsent)
      if (unsent > 0) return
      await call('POST /api/sign-out')
      if (userId) await (await import('#web/offline/leave.ts')).leaveDevice(userId)
      if (user?.id) forgetAllAnswers(user.id)
      clearCookie(SIGNED_IN_COOKIE)
      markKept(false)
      await navigate(linkTo('login'), { replace: true })
      forgetPerson(client)
    },
  })
  useEffect(() => mutate({ isSure: false }), [mutate])

  return (
    <Page title={session.logout.working} width="narrow">
      {error ? (
        <ErrorState
          error={new Error(`${session.logout.failed} ${error.message}`)}
          onRetry={() => mutate({ isSure: unsentCount > 0 })}
        />
      ) : unsentCount > 0 ? (
        <Unsent count={unsentCount} onLeave={() => mutate({ isSure: true })} />
      ) : (
        <SkeletonCard rows={1} />
      )}
    </Page>
  )
}

/** Photos and completions that are only on this phone are deleted at their owner's word alone. */
function Unsent({ count, onLeave }: { count: number; onLeave: () => void }) {
  const { leave } = useText().offline
  return (
    <Banner
      tone="warn"
      title={leave.title}
      isAlert
      actions={
        <>
          <ButtonLink tone="primary" to={linkTo('home')}>
            {leave.stay}
          </ButtonLink>
          <Button tone="danger" onClick={onLeave}>
            {leave.leave}
          </Button>
        </>
      }
    >
      {leave.body(count)}
    </Banner>
  )
}

/** Operators keep nothing on a device; undefined for them, and where the user is not known. */
function keeperOf(user: User | undefined): string | undefined {
  return user?.type === 'Operator' ? undefined : user?.id
}

async function unsentOf(userId: string): Promise<number> {
  const { unsentHere } = await import('#web/offline/leave.ts')
  const count = await unsentHere(userId)
  if (count > 0) await loadAreas(['offline'])
  return count
}
