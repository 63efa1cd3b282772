/** Shows the screen of an address: waits for the user where it must, refuses the wrong account, brings the chunk. */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, Suspense, startTransition, useEffect, useState } from 'react'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { NotFound } from '#web/errors/not-found.tsx'
import { useOperatorPages } from '#web/pages/bring-operator-pages.ts'
import { bringScreen, broughtScreen, firstScreen } from '#web/pages/bring-screen.ts'
import { shutFor } from '#web/pages/diagnostics.ts'
import { titleOf } from '#web/pages/find-page.ts'
import { type FoundScreen, findScreen, mayVisit, shownKey } from '#web/pages/find-screen.ts'
import type { Page as FoundPage } from '#web/pages/page.ts'
import { useConfig } from '#web/session/config.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { useUserQuery } from '#web/session/user.ts'
import { setHomeZone } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { isOperatorKey, linkTo } from '#web/urls.ts'
import { ScreenSkeleton } from './screen-skeleton.tsx'

export function ScreenOutlet({ page }: { page: FoundPage }) {
  const query = useUserQuery()
  const type = query.data?.type
  // Before any screen is drawn.
  setHomeZone(query.data?.desk_time_zone ?? query.data?.time_zone)
  const shut = shutFor(page.key, type, useConfig()?.environment)
  const key = shownKey(page.key, type)
  const needsOperatorPages = isOperatorKey(key) || type === 'Operator'
  const { pages: operatorPages, failure } = useOperatorPages(needsOperatorPages)
  if (isSignedIn() && type === undefined && page.access !== 'public') {
    if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    return <ScreenSkeleton />
  }
  if (shut === 'wait') return <ScreenSkeleton />
  if (shut === 'missing') return <NotFound />
  if (shut === 'forbidden' || !mayVisit(page, type)) return <WrongAccount />
  if (failure) throw failure.error
  if (needsOperatorPages && !operatorPages) return <ScreenSkeleton />
  const found = findScreen(key, type, operatorPages)
  if (!found) return <NotReady page={page} />
  return <BroughtScreen key={found.name} found={found} />
}

/** A transition, so that a whole screen is drawn in slices between which the page stays alive. */
function BroughtScreen(props: { found: FoundScreen }) {
  // Made anew at every drawing; the key says when it is another one.
  const [found] = useState(props.found)
  const client = useQueryClient()
  const [screen, setScreen] = useState<ComponentType | undefined>(() =>
    firstScreen.isDrawn ? broughtScreen(found) : undefined,
  )
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isBrought = screen !== undefined
  useEffect(() => {
    firstScreen.isDrawn = true
    if (isBrought) return
    let isHere = true
    loadChunk(() => bringScreen(found, client)).then(
      (Screen) => isHere && startTransition(() => setScreen(() => Screen)),
      (error: unknown) => isHere && setFailure({ error }),
    )
    return () => {
      isHere = false
    }
  }, [isBrought, found, client])
  if (failure) throw failure.error
  return (
    <Suspense fallback={<ScreenSkeleton />}>{screen ? createElement(screen) : <ScreenSkeleton />}</Suspense>
  )
}

function NotReady({ page }: { page: FoundPage }) {
  const text = useText()
  const { shell } = text
  return (
    <Page title={titleOf(page, text)}>
      <EmptyState
        icon="tool"
        title={shell.notReady}
        action={<ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>}
      />
    </Page>
  )
}

function WrongAccount() {
  const { shell } = useText()
  return (
    <Page title={shell.wrongAccount.title}>
      <EmptyState
        icon="lock"
        title={shell.wrongAccount.body}
        action={<ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>}
      />
    </Page>
  )
}
