/** What reaches me where and when: events by channels, quiet hours, and what the channels reach. */
import { useEndpoint } from '#web/api.ts'
import { useUserType } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { DailyDigest } from './daily-digest.tsx'
import { PapersByMail } from './papers-by-mail.tsx'
import { PreferenceTable } from './preference-table.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { Reach } from './reach.tsx'

export function NotificationPreferences() {
  const { shell, notices } = useText()
  const userType = useUserType()
  const saved = useEndpoint('GET /api/notification-preferences')
  return (
    <Page title={shell.titles.notificationPreferences} subtitle={notices.preferences.subtitle}>
      {saved.isPending && (
        <>
          <SkeletonCard rows={9} />
          <SkeletonCard rows={4} />
        </>
      )}
      {saved.isLoadingError && <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />}
      {saved.data && (
        <>
          <PreferenceTable events={saved.data.events} />
          {userType === 'Customer' && (
            <>
              <DailyDigest />
              <PapersByMail />
            </>
          )}
          <QuietHours saved={saved.data.quietHours} timeZone={saved.data.timeZone} />
          <Reach reach={saved.data} />
        </>
      )}
    </Page>
  )
}
