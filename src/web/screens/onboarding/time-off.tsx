/** A crew's days off: what they mean is shown before they are taken, and they can be undone. */
import { useState } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { ReleaseCost } from '#web/assignments/release-cost.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type DaysOff = Reply<'POST /api/get-time-off'>['daysOff'][number]

const REFRESHES = [
  'POST /api/get-time-off',
  'POST /api/get-visits-to-confirm',
  'POST /api/get-crew-visits',
  'POST /api/get-reliability',
  'GET /api/day',
] as const

export function TimeOff() {
  const texts = useText().assignments.timeOff
  const known = useEndpoint('POST /api/get-time-off')
  const remove = useRemove()
  return (
    <Card title={texts.title}>
      <div className="grid gap-4">
        {known.isPending && <Skeleton rows={2} />}
        {known.isLoadingError && <ErrorState error={known.error} onRetry={() => void known.refetch()} />}
        {known.data?.daysOff.length === 0 && <p className="text-muted">{texts.none}</p>}
        {known.data && known.data.daysOff.length > 0 && (
          <List label={texts.title}>
            {known.data.daysOff.map((days) => (
              <DaysOffRow key={days.timeOffId} days={days} onRemove={() => remove(days.timeOffId)} />
            ))}
          </List>
        )}
        {known.data && <AddDaysOff today={known.data.today} onUndo={remove} />}
      </div>
    </Card>
  )
}

function DaysOffRow({ days, onRemove }: { days: DaysOff; onRemove: () => void }) {
  const texts = useText().assignments.timeOff
  const format = useFormat()
  const span = days.from === days.to ? format.longDay(days.from) : format.dateRange(days.from, days.to)
  return (
    <ListRow
      icon="calendar"
      title={span}
      detail={days.note}
      actions={
        <Button tone="quiet" onClick={onRemove} aria-label={texts.removeOne(span)}>
          {texts.remove}
        </Button>
      }
    />
  )
}

function useRemove(): (timeOffId: string) => void {
  const { assignments } = useText()
  const remove = useAction('POST /api/remove-time-off', { refreshes: REFRESHES })
  return (timeOffId) =>
    remove.mutate(
      { body: { timeOffId } },
      {
        onSuccess: ({ returnedVisitCount: count }) =>
          showToast(
            count === 0
              ? assignments.timeOff.removedFree
              : assignments.timeOff.removed(assignments.visits(count)),
          ),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
}

type Days = { from: string; to: string; note: string }

function AddDaysOff({ today, onUndo }: { today: string; onUndo: (timeOffId: string) => void }) {
  const texts = useText().assignments.timeOff
  const draft = useDraft<Days>({ from: '', to: '', note: '' })
  const [checked, setChecked] = useState<Days>()
  const preview = useAction('POST /api/preview-time-off')
  const show = async () => {
    const { from, to } = draft.values
    await preview.mutateAsync({ body: { from, to } })
    setChecked(draft.values)
  }
  const setFrom = (from: string) => draft.set({ from, ...(draft.values.to < from ? { to: from } : {}) })
  const finish = () => {
    setChecked(undefined)
    draft.reset()
  }
  if (checked !== undefined && preview.data !== undefined)
    return (
      <TakeThem
        days={checked}
        cost={preview.data}
        onBack={() => setChecked(undefined)}
        onDone={finish}
        onUndo={onUndo}
      />
    )
  return (
    <Form onSubmit={show} submitLabel={texts.check} tone="secondary" label={texts.add}>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label={texts.from} min={today} {...draft.field('from')} onChange={setFrom} />
        <DateField label={texts.to} min={draft.values.from || today} {...draft.field('to')} />
      </div>
      <TextField label={texts.note} isOptional {...draft.field('note')} />
    </Form>
  )
}

type TakeThemProps = {
  days: Days
  cost: Reply<'POST /api/preview-time-off'>
  onBack: () => void
  onDone: () => void
  onUndo: (timeOffId: string) => void
}

function TakeThem({ days, cost, onBack, onDone, onUndo }: TakeThemProps) {
  const { assignments } = useText()
  const texts = assignments.timeOff
  const add = useAction('POST /api/add-time-off', { refreshes: REFRESHES })
  const take = async () => {
    const { timeOffId, releasedVisitCount: count } = await add.mutateAsync({ body: days })
    showToast(count === 0 ? texts.addedFree : texts.added(assignments.visits(count)), {
      undo: () => onUndo(timeOffId),
    })
    onDone()
  }
  return (
    <Form
      onSubmit={take}
      submitLabel={texts.save}
      label={texts.add}
      secondary={<Button onClick={onBack}>{texts.back}</Button>}
    >
      {cost.visits.length === 0 ? <p>{texts.noVisits}</p> : <ReleaseCost cost={cost} isPending={false} />}
    </Form>
  )
}
