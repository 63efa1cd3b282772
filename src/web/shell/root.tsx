/** What stays while screens change: the frame, the page title, start-up, build checks. */
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { useText } from '#web/text/store.ts'
import { type UrlKey, urls } from '#web/urls.ts'
import { ownBuildId, startBuildChecks } from './build-check.ts'
import { Frame } from './frame.tsx'
import { usePixel } from './pixel.ts'
import { useStartup } from './use-startup.ts'

export function Root() {
  useStartup()
  useTitle()
  usePixel()
  useEffect(() => startBuildChecks(ownBuildId()), [])
  return (
    <Frame>
      <Outlet />
      <ScrollRestoration />
    </Frame>
  )
}

/** Seed §1: the title is Crew; screens other than the home add their own name. */
function useTitle(): void {
  const { shell } = useText()
  const { pathname } = useLocation()
  const key = useMatches().at(-1)?.id ?? ''
  const name = key in urls ? shell.titles[key as UrlKey] : shell.notFound.title
  useEffect(() => {
    document.title = pathname === '/' ? shell.brand : `${shell.brand} · ${name}`
  }, [shell, pathname, name])
}
