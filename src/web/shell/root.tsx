/** What stays while screens change: checks, frame, page title, start-up, build checks; inside it, the screen. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { setFailureListener } from '#web/api.ts'
import { useArrival } from '#web/arrival/arrival.ts'
import { usePixel } from '#web/arrival/use-pixel.ts'
import { ownBuildId, startBuildChecks } from '#web/builds/build-check.ts'
import { ErrorBoundary } from '#web/errors/error-boundary.tsx'
import { NotFound } from '#web/errors/not-found.tsx'
import { useLive } from '#web/live/use-live.ts'
import { useOperatorPages } from '#web/pages/bring-operator-pages.ts'
import { findPage, titleOf } from '#web/pages/find-page.ts'
import type { Page } from '#web/pages/page.ts'
import { guardPath } from '#web/session/access.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { failureListener } from '#web/session/failures.ts'
import { useStartup } from '#web/start/use-startup.ts'
import { useText } from '#web/text/store.ts'
import { isOperatorPath } from '#web/urls.ts'
import { Frame } from './frame.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

export function Root() {
  const location = useLocation()
  const elsewhere = guardPath(location, isSignedIn())
  const isOperators = !elsewhere && isOperatorPath(location.pathname)
  const { pages: operatorPages, failure } = useOperatorPages(isOperators)
  const page = findPage(location.pathname, operatorPages)
  const isComing = isOperators && !operatorPages
  return (
    <>
      <Watch page={page} isComing={isComing} />
      {elsewhere ? (
        <Navigate to={elsewhere} replace />
      ) : (
        <ErrorBoundary resetBy={location.key}>
          <Frame>
            <ErrorBoundary resetBy={location.key}>
              {page ? <Screen page={page} /> : isComing ? <Coming failure={failure} /> : <NotFound />}
            </ErrorBoundary>
          </Frame>
        </ErrorBoundary>
      )}
    </>
  )
}

type Titled = { page: Page | undefined; isComing: boolean }

/** Draws nothing: what it reads (the user, the configuration) draws no more than this again. */
function Watch({ page, isComing }: Titled) {
  useFailures()
  useStartup()
  useLive()
  useTitle({ page, isComing })
  usePixel()
  useArrival()
  useEffect(() => startBuildChecks(ownBuildId()), [])
  return null
}

/** One route, so that screens read their parameters with `useParams`. */
function Screen({ page }: { page: Page }) {
  return (
    <Routes>
      <Route path={page.path} element={<ScreenOutlet key={page.key} page={page} />} />
    </Routes>
  )
}

/** The pages of operators are on their way. */
function Coming({ failure }: { failure: { error: unknown } | undefined }) {
  if (failure) throw failure.error
  return <ScreenSkeleton />
}

function useFailures(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const here = useRef(location)
  useEffect(() => {
    here.current = location
  }, [location])
  useEffect(
    () =>
      setFailureListener(
        failureListener({
          client,
          here: () => here.current,
          goTo: (path) => void navigate(path),
          forget: () => void forgetKept().catch(() => undefined),
        }),
      ),
    [client, navigate],
  )
}

/** A session may end before the page has brought what it keeps (threats W6). */
async function forgetKept(): Promise<void> {
  const { wipeKept } = await import('#web/offline/kept/kept-store.ts')
  await wipeKept()
}

/** Seed §1: the title is Crew; screens other than the home add their own name. */
function useTitle({ page, isComing }: Titled): void {
  const text = useText()
  const { brand, notFound } = text.shell
  const name = page ? titleOf(page, text) : isComing ? '' : notFound.title
  const isBare = name === '' || page?.key === 'home'
  useEffect(() => {
    document.title = isBare ? brand : `${brand} · ${name}`
  }, [brand, isBare, name])
}
