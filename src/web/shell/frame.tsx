/** The frame around every screen: staging banner, sidebar on wide screens, tab bar on phones, dialogs and toasts. */
import { lazy, memo, type ReactNode, Suspense, useCallback, useLayoutEffect, useState } from 'react'
import { seeing } from '#web/api.ts'
import { useOnline } from '#web/browser/online.ts'
import { useHasNewBuild } from '#web/builds/build-check.ts'
import { useOperatorPages } from '#web/pages/bring-operator-pages.ts'
import { titleOf } from '#web/pages/find-page.ts'
import { navigationFor } from '#web/pages/navigation.ts'
import type { Page } from '#web/pages/page.ts'
import { usePreload } from '#web/pages/preload.ts'
import { useConfig } from '#web/session/config.ts'
import { lastType } from '#web/session/last-type.ts'
import { mayOpenHere, useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { Toasts } from '#web/ui/dialogs/toasts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { readLook, wearLook } from '#web/ui/looks/look.ts'
import { NavigationLink, RouteLink } from '#web/ui/route-link.tsx'
import { linkTo, type UserType } from '#web/urls.ts'
import { Bell, UnreadMessages } from './bell.tsx'
import { DisplayButton } from './display-button.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Offers } from './offers.tsx'
import { Overlays } from './overlays.tsx'
import { HouseLinks, PublicFooter } from './public-footer.tsx'
import { Brand, PublicHeader } from './public-header.tsx'
import { useIsWide } from './wide.ts'

const WhoseBanner = lazy(async () => (await import('./whose-banner.tsx')).bringBanner())

export function Frame({ children }: { children: ReactNode }) {
  const { shell } = useText()
  const user = useUser()
  const known = user?.type
  // Until the user is there, the frame of whoever was here last: nothing has to move when the answer comes.
  const type = known ?? lastType()
  const isWide = useIsWide()
  usePreload(known)
  useLayoutEffect(() => wearLook(readLook(), isWide && type === 'Operator'), [isWide, type])
  return (
    <div className="pt-safe flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-xl bg-card p-3 focus:not-sr-only focus:absolute focus:z-50"
      >
        {shell.skipToContent}
      </a>
      <header>
        {(seeing || user?.looks_after) && (
          <Suspense fallback={null}>
            <WhoseBanner share={user?.looks_after} />
          </Suspense>
        )}
        <StagingBanner />
        <OfflineBanner />
        <NewBuildBanner />
        {!type && <PublicHeader />}
      </header>
      <div className="flex flex-1">
        {type && isWide && <Sidebar type={type} />}
        <div
          className={`relative flex min-w-0 flex-1 flex-col ${type ? `${type === 'Operator' ? 'max-lg:[--bell-room:5.5rem]' : 'max-lg:[--bell-room:2.75rem]'} pb-20 lg:pb-0` : ''}`}
        >
          {type && !isWide && (
            <div className="absolute top-4 right-3 z-10 flex">
              <OperatorSearch type={type} />
              <Bell />
            </div>
          )}
          <main id="content" tabIndex={-1} className="flex-1 outline-none">
            {children}
            {/* Last, so that an offer which arrives late moves nothing that is being read. */}
            <Offers />
          </main>
        </div>
      </div>
      {type ? !isWide && <TabBar type={type} /> : <PublicFooter />}
      <Overlays />
      <Toasts />
    </div>
  )
}

function StagingBanner() {
  const { shell } = useText()
  if (useConfig()?.environment !== 'staging') return null
  return (
    <p className="bg-warn-soft px-4 py-1.5 text-center text-sm font-bold text-warn">{shell.stagingBanner}</p>
  )
}

function OfflineBanner() {
  const { shell } = useText()
  if (useOnline()) return null
  return (
    <output className="block bg-info-soft px-4 py-1.5 text-center text-sm font-medium text-info">
      {lastType() === 'Crew' ? shell.offlineCrew : shell.offline}
    </output>
  )
}

/** Seed §4: it is taken on the next navigation, by itself. */
function NewBuildBanner() {
  const { shell } = useText()
  if (!useHasNewBuild()) return null
  return (
    <output className="block bg-info-soft px-4 py-1.5 text-center text-sm font-medium text-info">
      {shell.newBuild}
    </output>
  )
}

function Sidebar({ type }: { type: UserType }) {
  const { shell } = useText()
  return (
    <aside aria-label={shell.allPages} className="w-60 shrink-0 border-r border-line bg-card">
      <div className="sticky top-0 flex h-full max-h-dvh flex-col gap-2 overflow-y-auto px-3 py-4">
        <div className="flex items-center justify-between px-2 pb-2">
          <Brand />
          <Bell />
        </div>
        <OperatorSearch type={type} isRow />
        <nav aria-label={shell.mainNavigation} className="grid gap-0.5">
          <MenuRows type={type} hasTabs />
        </nav>
        <div className="mt-auto grid gap-2 px-2 pt-4">
          <LanguageSwitch />
          <DisplayButton />
          <SignOutLink />
          <HouseLinks />
        </div>
      </div>
    </aside>
  )
}

/** An operator's comes a moment later than the frame; where it cannot come, the screen says why. */
function useNavigation(type: UserType) {
  const { pages } = useOperatorPages(type === 'Operator')
  const user = useUser()
  return navigationFor(type, pages, (key) => pages?.mayOpen(key, user?.staff_role) ?? mayOpenHere(user, key))
}

/** Everything but the tabs, or with them; an operator's stand under headings. */
function MenuRows({ type, hasTabs, onGo }: { type: UserType; hasTabs?: boolean; onGo?: () => void }) {
  const { tabs, rest } = useNavigation(type)
  const Menu = useOperatorPages(type === 'Operator').pages?.Menu
  if (Menu) return <Menu pages={[...tabs, ...rest]} Row={SideLink} onGo={onGo} />
  return [...(hasTabs ? tabs : []), ...rest].map((page) => (
    <SideLink key={page.key} page={page} onGo={onGo} />
  ))
}

/** Operators find everything from everywhere; it comes with their pages. */
function OperatorSearch({ type, isRow }: { type: UserType; isRow?: boolean }) {
  const Search = useOperatorPages(type === 'Operator').pages?.Search
  return Search ? <Search isRow={isRow} /> : null
}

/** `isOpen`: the page that is shown is of this one. */
function SideLink({ page, isOpen, onGo }: { page: Page; isOpen?: boolean; onGo?: () => void }) {
  const text = useText()
  return (
    <NavigationLink
      to={page.path}
      onClick={onGo}
      {...(isOpen && { 'aria-current': 'true' })}
      className="flex min-h-11 items-center gap-3 rounded-xl px-3 py-1.5 leading-tight font-medium text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent"
    >
      <Icon name={page.icon ?? 'chevron-right'} />
      {titleOf(page, text)}
      {page.key === 'inbox' && <UnreadMessages />}
    </NavigationLink>
  )
}

function SignOutLink() {
  const { shell } = useText()
  return (
    <RouteLink
      to={linkTo('logout')}
      className="flex min-h-11 items-center gap-3 rounded-xl px-1 font-medium text-muted hover:text-ink"
    >
      <Icon name="sign-out" />
      {shell.signOut}
    </RouteLink>
  )
}

const tabLook =
  'flex min-h-14 min-w-11 flex-auto flex-col items-center justify-center gap-0.5 rounded-xl px-px text-center text-[min(0.75rem,4.2vw)] leading-4 font-medium text-muted aria-[current=page]:text-accent'

function TabBar({ type }: { type: UserType }) {
  const text = useText()
  const { tabs } = useNavigation(type)
  return (
    <nav
      aria-label={text.shell.mainNavigation}
      className="pb-safe fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-card px-1"
    >
      {tabs.map((page) => (
        <NavigationLink key={page.key} to={page.path} className={tabLook}>
          <Icon name={page.icon ?? 'chevron-right'} size={22} />
          <span className="w-full hyphens-auto wrap-anywhere">{titleOf(page, text)}</span>
        </NavigationLink>
      ))}
      <More type={type} />
    </nav>
  )
}

/** By itself, so that a tap on it draws nothing else anew. */
function More({ type }: { type: UserType }) {
  const { shell } = useText()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={tabLook}>
        <Icon name="menu" size={22} />
        <span className="flex gap-1">
          {shell.more}
          {type !== 'Operator' && <UnreadMessages />}
        </span>
      </button>
      <Sheet title={shell.allPages} isOpen={isOpen} onClose={close}>
        <AllPages type={type} onGo={close} />
      </Sheet>
    </>
  )
}

const AllPages = memo(({ type, onGo }: { type: UserType; onGo: () => void }) => (
  <>
    <nav aria-label={useText().shell.allPages} className="grid gap-0.5">
      <MenuRows type={type} onGo={onGo} />
    </nav>
    <div className="mt-3 grid gap-1 border-t border-line px-2 pt-3">
      <LanguageSwitch />
      <DisplayButton />
      <SignOutLink />
      <HouseLinks />
    </div>
  </>
))
