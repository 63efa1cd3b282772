/** Booked: what comes next, and a way back out of it. */
import { type Reply, useAction } from '#web/api.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'
import { PlanningProgress } from './home.parts.tsx'

/** More are ended one by one in the list of weekly services. */
const UNDONE_AT_ONCE = 10

type BookedProps = { booked: Reply<'POST /api/book-weekly-jobs'>; onAnother: () => void }

export function Booked({ booked, onAnother }: BookedProps) {
  const { book: texts, home } = useText().customer
  const cancel = useAction('POST /api/cancel-weekly-job', { refreshes: JOB_REFRESHES })
  const undo = async () => {
    try {
      for (const weeklyJobId of booked.weeklyJobIds) await cancel.mutateAsync({ body: { weeklyJobId } })
      showToast(texts.undone)
      onAnother()
    } catch (error) {
      showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
    }
  }
  return (
    <Page title={texts.doneTitle} width="narrow">
      {booked.needsCard && (
        <Banner
          tone="warn"
          icon="card"
          title={texts.needsCard}
          actions={
            <ButtonLink tone="primary" to={linkTo('addCard')}>
              {home.alerts.addCard}
            </ButtonLink>
          }
        />
      )}
      <Card>
        <EmptyState
          icon="check"
          title={texts.done(booked.jobCount)}
          action={
            <>
              <ButtonLink tone="primary" icon="calendar" to={linkTo('jobs')}>
                {texts.toJobs}
              </ButtonLink>
              <Button onClick={onAnother}>{texts.another}</Button>
              {booked.jobCount <= UNDONE_AT_ONCE && (
                <Button tone="quiet" icon="undo" isBusy={cancel.isPending} onClick={() => void undo()}>
                  {texts.undo}
                </Button>
              )}
            </>
          }
        />
      </Card>
      {!booked.isPlanned && <PlanningProgress total={booked.jobCount} label={texts.planning} />}
    </Page>
  )
}
