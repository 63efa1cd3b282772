/** One's data to take along, ending everything at once, and deleting the account; what happens is said before. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { addressOf, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { clearCookie, SIGNED_IN_COOKIE } from '#web/session/cookies.ts'
import { markKept } from '#web/session/kept-mark.ts'
import { forgetPerson, type User } from '#web/session/user.ts'
import { forgetAllAnswers } from '#web/steps/kept-answers.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Leaving = Reply<'GET /api/leaving'>

export function LeavingPart({ user }: { user: User }) {
  const leaving = useEndpoint('GET /api/leaving')
  if (leaving.isPending) return <SkeletonCard rows={3} />
  if (leaving.isLoadingError)
    return <ErrorState error={leaving.error} onRetry={() => void leaving.refetch()} />
  return (
    <>
      <DataCard />
      {user.type === 'Customer' && <EverythingCard leaving={leaving.data} />}
      {user.type !== 'Operator' && <LeaveCard leaving={leaving.data} user={user} />}
    </>
  )
}

function DataCard() {
  const { data: texts } = useText().onboarding.leaving
  const format = useFormat()
  const files = useEndpoint('GET /api/data-exports')
  const ask = useAction('POST /api/export-data', { refreshes: ['GET /api/data-exports'] })
  const start = async () => {
    try {
      await ask.mutateAsync({})
      showToast(texts.asked, { tone: 'info' })
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  return (
    <Card title={texts.title}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{texts.body}</p>
        {files.data?.map((file) => (
          <p key={file.id} className="flex flex-wrap items-center gap-3">
            <span>
              {file.expiresAt === null ? texts.writing : texts.ready(format.dateOf(file.expiresAt))}
            </span>
            {file.expiresAt !== null && (
              <a
                href={addressOf('GET /api/data-export.json', { id: file.id })}
                download
                className={buttonLook('secondary')}
              >
                {texts.download}
              </a>
            )}
          </p>
        ))}
        <Button icon="download" isBusy={ask.isPending} onClick={() => void start()}>
          {texts.ask}
        </Button>
      </div>
    </Card>
  )
}

function useWhatEnds(leaving: Leaving): string[] {
  const texts = useText().onboarding.leaving
  const format = useFormat()
  const { weeklyJobCount, visitCount, orders, feeCents } = leaving
  return [
    weeklyJobCount > 0 && texts.jobs(weeklyJobCount),
    visitCount > 0 && texts.visits(visitCount),
    orders.length > 0 && texts.orders(orders.length),
    orders.length > 0 && (feeCents > 0 ? texts.fee(format.money(feeCents)) : texts.noFee),
  ].filter((line) => line !== false)
}

function EverythingCard({ leaving }: { leaving: Leaving }) {
  const { everything: texts } = useText().onboarding.leaving
  const ends = useWhatEnds(leaving)
  const cancel = useAction('POST /api/cancel-everything', {
    refreshes: [...JOB_REFRESHES, 'GET /api/leaving', 'POST /api/get-on-demand-orders'],
  })
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: texts.confirmTitle,
      body: `${ends.join('. ')}.`,
      submitLabel: texts.submit,
      keepLabel: texts.keep,
      isDanger: true,
      onSubmit: () => cancel.mutateAsync({ body: { expectedFeeCents: leaving.feeCents } }),
    })
    if (isSure) showToast(texts.done)
  }
  return (
    <Card title={texts.title}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{ends.length === 0 ? texts.nothing : texts.body}</p>
        {ends.length > 0 && <Lines lines={ends} />}
        {ends.length > 0 && <Button onClick={() => void ask()}>{texts.submit}</Button>}
      </div>
    </Card>
  )
}

function LeaveCard({ leaving, user }: { leaving: Leaving; user: User }) {
  const { leave: texts } = useText().onboarding.leaving
  const format = useFormat()
  const ends = useWhatEnds(leaving)
  const forget = useForgetting(user)
  const leave = useAction('POST /api/leave')
  const { owedCents, unbilledCents, unpaidCents, creditCents } = leaving
  const money = [
    owedCents > 0 && texts.owed(format.money(owedCents)),
    unbilledCents > 0 && texts.unbilled(format.money(unbilledCents)),
    unpaidCents > 0 && texts.unpaid(format.money(unpaidCents)),
    creditCents > 0 && texts.credit(format.money(creditCents)),
  ].filter((line) => line !== false)
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: texts.confirmTitle,
      body: `${[...ends, texts.grace(leaving.graceDays)].join('. ')}.`,
      submitLabel: texts.submit,
      keepLabel: texts.keep,
      isDanger: true,
    })
    if (!isSure) return
    try {
      // After the question: the password may be asked for, and only one question is open at a time.
      const { dueAt } = await leave.mutateAsync({ body: { expectedFeeCents: leaving.feeCents } })
      await forget()
      showToast(texts.done(format.dateOf(dueAt)), { tone: 'info' })
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  return (
    <Card title={texts.title}>
      <div className="grid justify-items-start gap-3">
        <Lines lines={[...ends, ...money, texts.grace(leaving.graceDays), texts.forgotten, texts.kept]} />
        <div className="flex flex-wrap gap-3">
          {owedCents > 0 && (
            <ButtonLink tone="primary" icon="card" to={linkTo('billing')}>
              {texts.billing}
            </ButtonLink>
          )}
          <Button onClick={() => void ask()}>{texts.submit}</Button>
        </div>
      </div>
    </Card>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Nothing of the person stays on this device, as after signing out. */
function useForgetting(user: User): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (user.id) {
      forgetAllAnswers(user.id)
      await (await import('#web/offline/leave.ts')).leaveDevice(user.id)
    }
    clearCookie(SIGNED_IN_COOKIE)
    markKept(false)
    await navigate(linkTo('login'), { replace: true })
    forgetPerson(client)
  }
}
