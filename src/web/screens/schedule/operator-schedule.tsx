/** The operator's calendars of holidays, and whole days that are pushed. */
import { useSearchParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Calendars } from './calendars.tsx'
import type { OperatorScheduleData } from './operator-schedule.data.ts'
import { PushedDays } from './pushed-days.tsx'

/** Visits that follow are counted while one looks. */
const PROGRESS_EVERY_MS = 3_000
const OTHERWISE_EVERY_MS = 60_000

export function OperatorSchedule() {
  const texts = useText().schedule.operator
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'pushed' ? 'pushed' : 'holidays'
  const isBusy = (data: OperatorScheduleData | undefined) =>
    data?.ruleSets.some((set) => set.isFollowing) === true ||
    data?.pushedDays.some((day) => day.state === 'running' || day.state === 'undoing') === true
  const first = useEndpoint('GET /api/operator-schedule', {})
  const schedule = useEndpoint(
    'GET /api/operator-schedule',
    {},
    { refetchMs: isBusy(first.data) ? PROGRESS_EVERY_MS : OTHERWISE_EVERY_MS },
  )
  return (
    <Page title={texts.title} width="wide">
      <Tabs
        label={texts.title}
        tabs={[
          { key: 'holidays', label: texts.holidays },
          { key: 'pushed', label: texts.pushed },
        ]}
        active={tab}
        onSelect={(key) => setSearch(key === 'holidays' ? {} : { tab: key }, { replace: true })}
      >
        {schedule.isPending && <SkeletonCard rows={8} />}
        {schedule.isLoadingError && (
          <ErrorState error={schedule.error} onRetry={() => void schedule.refetch()} />
        )}
        {schedule.data && tab === 'holidays' && <Calendars schedule={schedule.data} />}
        {schedule.data && tab === 'pushed' && <PushedDays schedule={schedule.data} />}
      </Tabs>
    </Page>
  )
}
