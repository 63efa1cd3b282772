/** A customer's jobs: the week's visits, the month of all places, the weekly services, and booking (`?book=`). */
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { HeadActions } from '#web/jobs/head-actions.tsx'
import { mayHere } from '#web/session/looks-after.ts'
import { mayOpenHere, useUser } from '#web/session/user.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { NothingBooked } from './nothing-booked.tsx'
import { WeekView } from './week-view.tsx'

const Book = lazy(() => loadChunk(async () => ({ default: (await import('./book.tsx')).Book })))
const MonthView = lazy(() =>
  loadChunk(async () => {
    const [{ MonthView: View }] = await Promise.all([
      import('#web/month/month-view.tsx'),
      loadAreas(['month']),
    ])
    return { default: View }
  }),
)

const WeeklyList = lazy(() =>
  loadChunk(async () => {
    const [{ WeeklyList: View }] = await Promise.all([
      import('#web/weekly/weekly-list.tsx'),
      loadAreas(['weeklyList']),
    ])
    return { default: View }
  }),
)

const TABS = ['week', 'month', 'weekly'] as const
type Tab = (typeof TABS)[number]

export function CustomerJobs() {
  const user = useUser()
  const { jobs: texts, home } = useText().customer
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('book')
  if (wanted !== null)
    return (
      <Suspense
        fallback={
          <Page title={texts.title} width="narrow">
            <SkeletonCard rows={4} />
          </Page>
        }
      >
        <Book wanted={wanted} />
      </Suspense>
    )
  const active = TABS.find((tab) => tab === search.get('tab')) ?? 'week'
  const actions = (
    <HeadActions>
      <ButtonLink icon="list" to={linkTo('jobsList')}>
        {texts.asTable}
      </ButtonLink>
      {mayOpenHere(user, 'ondemand') && (
        <ButtonLink icon="clock" to={linkTo('ondemand')}>
          {home.bookNow}
        </ButtonLink>
      )}
      {mayHere(user, 'schedule') && (
        <ButtonLink tone="primary" icon="plus" to={linkTo('jobs', {}, { book: 'new' })}>
          {home.book}
        </ButtonLink>
      )}
    </HeadActions>
  )
  return (
    <Page title={texts.title} actions={actions} width="wide">
      <Tabs<Tab>
        label={texts.tabs}
        tabs={TABS.map((key) => ({ key, label: texts[key] }))}
        active={active}
        onSelect={(tab) => setSearch(tab === 'week' ? {} : { tab }, { replace: true })}
      >
        {active === 'week' && <WeekView />}
        {active === 'weekly' && (
          <PartBoundary>
            <Suspense fallback={<SkeletonCard rows={4} />}>
              <WeeklyList nothingBooked={<NothingBooked title={texts.emptyWeekly} />} />
            </Suspense>
          </PartBoundary>
        )}
        {active === 'month' && (
          <PartBoundary>
            <Suspense fallback={<SkeletonCard rows={8} />}>
              <MonthView />
            </Suspense>
          </PartBoundary>
        )}
      </Tabs>
    </Page>
  )
}
