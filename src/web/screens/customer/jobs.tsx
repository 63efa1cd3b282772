/** A customer's jobs: the week's visits, the weekly services, and booking (`?book=`). */
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { useText } from '#web/text/store.ts'
import { HeadActions } from '#web/ui/head-actions.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { WeekView } from './week-view.tsx'
import { WeeklyList } from './weekly-list.tsx'

const Book = lazy(() => loadChunk(async () => ({ default: (await import('./book.tsx')).Book })))

type Tab = 'week' | 'weekly'

export function CustomerJobs() {
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
  const active: Tab = search.get('tab') === 'weekly' ? 'weekly' : 'week'
  const actions = (
    <HeadActions>
      <ButtonLink icon="list" to={linkTo('jobsList')}>
        {texts.asTable}
      </ButtonLink>
      <ButtonLink icon="clock" to={linkTo('ondemand')}>
        {home.bookNow}
      </ButtonLink>
      <ButtonLink tone="primary" icon="plus" to={linkTo('jobs', {}, { book: 'new' })}>
        {home.book}
      </ButtonLink>
    </HeadActions>
  )
  return (
    <Page title={texts.title} actions={actions} width="wide">
      <Tabs<Tab>
        label={texts.tabs}
        tabs={[
          { key: 'week', label: texts.week },
          { key: 'weekly', label: texts.weekly },
        ]}
        active={active}
        onSelect={(tab) => setSearch(tab === 'weekly' ? { tab } : {}, { replace: true })}
      >
        {active === 'week' ? <WeekView /> : <WeeklyList />}
      </Tabs>
    </Page>
  )
}
