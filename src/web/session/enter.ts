/** What follows a sign-in: `const enter = useEnter(); await enter(to)` forgets what another user saw and goes on. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { internalPathOr } from '#web/ui/destination.ts'
import { linkTo } from '#web/urls.ts'
import { isPersonal, loadUser } from './user.ts'

/** `to` is followed only if it is a path of this site; else operators go to their board, others home. */
export function useEnter(): (to?: string | null) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (to) => {
      client.removeQueries({ type: 'inactive', predicate: isPersonal })
      // What is on the page now belongs to whoever was here before: it is asked for again.
      const refreshed = client.resetQueries({ type: 'active', predicate: isPersonal })
      const user = await loadUser(client)
      refreshed.catch(() => undefined)
      const home = user.type === 'Operator' ? linkTo('operator') : linkTo('home')
      await navigate(internalPathOr(to, home), { replace: true })
    },
    [client, navigate],
  )
}
