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
import { guardPath } from '#web/session/access.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { failureListener } from '#web/session/failures.ts'
import { useStartup } from '#web/start/use-startup.ts'
import { useText } from '#web/text/store.ts'
import { findUrl, type UrlKey, urls } from '#web/urls.ts'
import { Frame } from './frame.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'

export function Root() {
  const location = useLocation()
  const key = findUrl(location.pathname)
  const elsewhere = guardPath(location, isSignedIn())
  return (
    <>
      <Watch urlKey={key} />
      {elsewhere ? (
        <Navigate to={elsewhere} replace />
      ) : (
        <ErrorBoundary resetBy={location.key}>
          <Frame>
            <ErrorBoundary resetBy={location.key}>
              {key ? <Screen urlKey={key} /> : <NotFound />}
            </ErrorBoundary>
          </Frame>
        </ErrorBoundary>
      )}
    </>
  )
}

/** Draws nothing: what it reads (the user, the configuration) draws no more than this again. */
function Watch({ urlKey }: { urlKey: UrlKey | undefined }) {
  useFailures()
  useStartup()
  useLive()
  useTitle(urlKey)
  usePixel()
  useArrival()
  useEffect(() => startBuildChecks(ownBuildId()), [])
  return null
}

/** One route, so that screens read their parameters with `useParams`. */
function Screen({ urlKey }: { urlKey: UrlKey }) {
  return (
    <Routes>
      <Route path={urls[urlKey].path} element={<ScreenOutlet key={urlKey} urlKey={urlKey} />} />
    </Routes>
  )
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
        failureListener({ client, here: () => here.current, goTo: (path) => void navigate(path) }),
      ),
    [client, navigate],
  )
}

/** Seed §1: the title is Crew; screens other than the home add their own name. */
function useTitle(key: UrlKey | undefined): void {
  const { shell } = useText()
  const name = key ? shell.titles[key] : shell.notFound.title
  useEffect(() => {
    document.title = key === 'home' ? shell.brand : `${shell.brand} · ${name}`
  }, [shell, key, name])
}
