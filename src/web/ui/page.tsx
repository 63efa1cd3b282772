/**
 * The frame of a screen: `<Page title=… subtitle=… back={linkTo('jobs')} actions={<Button…/>}>…</Page>`.
 * The title is the only h1. `width` is narrow (forms), normal (what is read), wide (panes, tables, maps), or
 * full (what gains by every inch, as a time-line).
 */
import type { ReactNode } from 'react'
import { useText } from '#web/text/store.ts'
import { Icon } from './icon.tsx'
import { RouteLink } from './route-link.tsx'

const widths = { narrow: 'max-w-lg', normal: 'max-w-4xl', wide: 'max-w-[96rem]', full: 'max-w-none' }

type PageProps = {
  title: ReactNode
  subtitle?: ReactNode
  back?: string
  actions?: ReactNode
  width?: keyof typeof widths
  children: ReactNode
}

export function Page({ title, subtitle, back, actions, width = 'normal', children }: PageProps) {
  const { ui } = useText()
  return (
    <div
      className={`mx-auto grid w-full ${widths[width]} grid-cols-1 content-start gap-(--stack) px-4 py-4 sm:px-6 sm:py-6`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 pr-(--bell-room)">
        {back && (
          <RouteLink
            to={back}
            aria-label={ui.back}
            className="-ml-2 inline-flex size-11 items-center justify-center rounded-xl text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="chevron-left" />
          </RouteLink>
        )}
        <div className="min-w-0 flex-1 basis-[10rem]">
          <h1 className="text-2xl font-extrabold tracking-tight">{title}</h1>
          {subtitle && <p className="first-letter:uppercase text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
