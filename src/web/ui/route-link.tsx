/**
 * The link inside the app that all others are made of. The router's own can prefetch, discover and revalidate what only
 * its framework has, and is 4 kB of the first download.
 */
import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

type RouteLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: string
  replace?: boolean
}

export function RouteLink({ to, replace, onClick, children, ...rest }: RouteLinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler(to, { replace })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) go(event)
      }}
    >
      {children}
    </a>
  )
}

/** One of a navigation, which says whether it is the page that is shown. */
export function NavigationLink(props: RouteLinkProps) {
  const isHere = useLocation().pathname === props.to
  return <RouteLink aria-current={isHere ? 'page' : undefined} {...props} />
}
