/** Joins the table of addresses to the router. Every navigation first passes the checks of `passChecks`. */
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { NotFound } from '#web/screens/errors/not-found.tsx'
import { ServerError } from '#web/screens/errors/server-error.tsx'
import { urlKeys, urls } from '#web/urls.ts'
import { guardPath } from './access.ts'
import { shouldReloadOnNavigation } from './build-check.ts'
import { isSignedIn } from './cookies.ts'
import { keepReferral } from './referral.ts'
import { Root } from './root.tsx'
import { ScreenOutlet, ScreenSkeleton } from './screen-outlet.tsx'

export type AppRouter = ReturnType<typeof createBrowserRouter>

export function createRouter(): AppRouter {
  const router: AppRouter = createBrowserRouter(
    routes(async (target) => {
      // The router strips the hash from what it hands to loaders.
      const hash = router.state.navigation.location?.hash ?? window.location.hash
      return await passChecks({ ...target, hash }, router.state.initialized)
    }),
  )
  return router
}

type Target = { pathname: string; search: string; hash: string }

/** The routes; `check` runs before every navigation, the first one included. */
export function routes(check: (target: Omit<Target, 'hash'>) => Promise<null>): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: ServerError,
      HydrateFallback: ScreenSkeleton,
      loader: ({ request }) => check(new URL(request.url)),
      shouldRevalidate: () => true,
      children: [
        ...urlKeys.map((key) => ({
          id: key,
          path: urls[key].path,
          caseSensitive: true,
          element: <ScreenOutlet urlKey={key} />,
          ErrorBoundary: ServerError,
        })),
        { id: 'notFound', path: '*', Component: NotFound },
      ],
    },
  ]
}

/** Keeps coupon and sponsor (seed §5), guards (seed §6), and takes a new build on the way (seed §4). */
async function passChecks(target: Target, isNavigation: boolean): Promise<null> {
  keepReferral(target.search)
  const elsewhere = guardPath(target, isSignedIn())
  if (elsewhere) throw redirect(elsewhere)
  if (isNavigation && shouldReloadOnNavigation()) {
    window.location.assign(target.pathname + target.search + target.hash)
    await new Promise(() => undefined)
  }
  return null
}
