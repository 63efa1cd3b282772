/** The week to come: all of it confirmed with one button, single visits left off first, undone from the message. */
import { useState } from 'react'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ConfirmDay } from './confirm-day.tsx'
import { useCutoffTexts } from './cutoff-texts.ts'

type Week = Reply<'POST /api/get-visits-to-confirm'>
type Lost = Reply<'POST /api/confirm-visits'>['lost']

export function ConfirmJobs() {
  const { assignments } = useText()
  const format = useFormat()
  const week = useEndpoint('POST /api/get-visits-to-confirm')
  return (
    <Page
      title={assignments.confirm.title}
      subtitle={week.data && format.dateRange(week.data.week.from, week.data.week.to)}
    >
      {week.isPending && <SkeletonCard rows={5} />}
      {week.isError && !week.data && <ErrorState error={week.error} onRetry={() => void week.refetch()} />}
      {week.data && (week.data.days.length === 0 ? <NothingToConfirm /> : <WeekToConfirm week={week.data} />)}
    </Page>
  )
}

function WeekToConfirm({ week }: { week: Week }) {
  const [leftOff, setLeftOff] = useState<ReadonlySet<string>>(new Set())
  const confirming = useConfirming()
  const visits = week.days.flatMap((day) => day.visits)
  const open = visits.filter((visit) => !visit.isConfirmed)
  const chosen = open.filter((visit) => !leftOff.has(visit.visitId))
  const toggle = (visitId: string) => {
    const next = new Set(leftOff)
    if (!next.delete(visitId)) next.add(visitId)
    setLeftOff(next)
  }
  return (
    <>
      {open.length === 0 ? (
        <AllConfirmed />
      ) : (
        <Ask
          week={week}
          open={open}
          chosen={chosen}
          isBusy={confirming.isBusy}
          error={confirming.error}
          onConfirm={() => confirming.confirm(chosen.map((visit) => visit.visitId))}
        />
      )}
      <LostVisits lost={confirming.lost} visits={visits} />
      {week.days.map((day) => (
        <ConfirmDay key={day.date} day={day} leftOff={leftOff} onToggle={toggle} />
      ))}
    </>
  )
}

type Visit = Week['days'][number]['visits'][number]
type AskProps = {
  week: Week
  open: readonly Visit[]
  chosen: readonly Visit[]
  isBusy: boolean
  error: Error | null
  onConfirm: () => void
}

function Ask({ week, open, chosen, isBusy, error, onConfirm }: AskProps) {
  const texts = useText().assignments
  const format = useFormat()
  const cutoffTexts = useCutoffTexts()
  const pay = format.money(addCents(...chosen.map((visit) => visit.payCents ?? ZERO_CENTS)))
  const isAll = chosen.length === open.length
  const label = isAll ? texts.confirm.yes(chosen.length) : texts.confirm.yesSome(chosen.length)
  return (
    <Card>
      <div className="grid gap-3">
        <p className="text-lg font-semibold">{texts.confirm.waiting(texts.visits(chosen.length), pay)}</p>
        {week.confirmBy !== null && (
          <p className="nums font-medium text-warn">
            {texts.confirm.by(cutoffTexts.at(week.confirmBy, week.timeZone))} ·{' '}
            {cutoffTexts.left(week.confirmBy)}
          </p>
        )}
        {error && (
          <Banner tone="danger" isAlert>
            {error.message}
          </Banner>
        )}
        <Button
          tone="primary"
          icon="check"
          isLarge
          isWide
          isBusy={isBusy}
          disabled={chosen.length === 0}
          onClick={onConfirm}
        >
          {chosen.length === 0 ? texts.confirm.chooseFirst : label}
        </Button>
        <p className="text-sm text-muted">
          {texts.confirm.consequence}
          {!isAll && ` ${texts.confirm.leftOff(open.length - chosen.length)}`}
        </p>
      </div>
    </Card>
  )
}

const READS = ['POST /api/get-visits-to-confirm', 'GET /api/day', 'POST /api/get-crew-visits'] as const

function useConfirming() {
  const texts = useText().assignments.confirm
  const confirm = useAction('POST /api/confirm-visits', { refreshes: READS })
  const unconfirm = useAction('POST /api/unconfirm-visits', { refreshes: READS })
  const undo = (visitIds: readonly string[]) =>
    unconfirm.mutate(
      { body: { visitIds: [...visitIds] } },
      {
        onSuccess: () => showToast(texts.undone),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return {
    isBusy: confirm.isPending,
    error: confirm.error,
    lost: confirm.data?.lost ?? [],
    confirm: (visitIds: readonly string[]) =>
      confirm.mutate(
        { body: { visitIds: [...visitIds] } },
        {
          onSuccess: ({ visitIds: done }) => {
            if (done.length > 0) showToast(texts.confirmed(done.length), { undo: () => undo(done) })
          },
        },
      ),
  }
}

function LostVisits({ lost, visits }: { lost: Lost; visits: readonly Visit[] }) {
  const texts = useText().assignments.confirm
  if (lost.length === 0) return null
  return (
    <Banner tone="danger" isAlert title={texts.lost(lost.length)}>
      {lost.map(({ visitId, reason }) => (
        <p key={visitId}>
          {[visits.find((visit) => visit.visitId === visitId)?.propertyName, reason]
            .filter(Boolean)
            .join(': ')}
        </p>
      ))}
    </Banner>
  )
}

function AllConfirmed() {
  const texts = useText().assignments.confirm
  return (
    <Banner tone="good" title={texts.allTitle}>
      {texts.allBody}
    </Banner>
  )
}

function NothingToConfirm() {
  const { assignments, crew } = useText()
  return (
    <Card>
      <EmptyState
        icon="calendar"
        title={assignments.confirm.none}
        action={
          <ButtonLink tone="primary" icon="search" to={linkTo('jobs')} isLarge>
            {crew.home.findWork}
          </ButtonLink>
        }
      >
        {assignments.confirm.noneBody}
      </EmptyState>
    </Card>
  )
}
