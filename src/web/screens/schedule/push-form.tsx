/** Pushing a day: where and when, then what would happen, then the button that does it. */

import { useState } from 'react'
import { keysOf } from '#domain/keys.ts'
import { addDays } from '#domain/time.ts'
import { type CallInput, type Reply, useAction } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup, MultiChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { OperatorScheduleData } from './operator-schedule.data.ts'
import { PushArea } from './push-area.tsx'
import type { PushDraft } from './push-draft.ts'

type Push = CallInput<'POST /api/push-day'>['body']
type Preview = Reply<'POST /api/preview-pushed-day'>

const FEET_PER_MILE = 5_280

export function PushForm({ schedule }: { schedule: OperatorScheduleData }) {
  const texts = useText().schedule.operator
  const services = useServices()
  const [seen, setSeen] = useState<{ push: Push; preview: Preview }>()
  const preview = useAction('POST /api/preview-pushed-day')
  const market = schedule.markets[0]
  const draft = useDraft<PushDraft>({
    marketId: market?.id ?? '',
    date: schedule.today,
    how: 'move',
    to: addDays(schedule.today, 1),
    areaKind: 'market',
    lat: market?.lat?.toFixed(4) ?? '',
    lng: market?.lng?.toFixed(4) ?? '',
    radiusMiles: '5',
    services: [],
    reason: 'snow',
    note: '',
  })
  const { how } = draft.values
  const submit = async () => {
    const push = readPush(draft.values)
    const { reason: _reason, note: _note, ...body } = push
    setSeen({ push, preview: await preview.mutateAsync({ body }) })
  }
  const chips = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
    keysOf(labels).map((value) => ({ value, label: labels[value] }))
  return (
    <Card title={texts.pushTitle}>
      <Form onSubmit={submit} submitLabel={texts.preview} tone="secondary" isWide>
        {schedule.markets.length > 1 && (
          <SelectField
            label={texts.market}
            options={schedule.markets.map(({ id, name }) => ({ value: id, label: name }))}
            {...draft.field('marketId')}
          />
        )}
        <DateField label={texts.date} min={schedule.today} {...draft.field('date')} />
        <ChipGroup label={texts.how} options={chips(texts.hows)} {...draft.field('how')} />
        {how === 'move' && <DateField label={texts.to} min={draft.values.date} {...draft.field('to')} />}
        <PushArea draft={draft} />
        <MultiChipGroup
          label={texts.onlyServices}
          hint={texts.onlyServicesHint}
          options={services.all.map(({ key }) => ({ value: key, label: services.name(key) }))}
          {...draft.field('services')}
        />
        <ChipGroup label={texts.reason} options={chips(texts.reasons)} {...draft.field('reason')} />
        <TextField label={texts.note} maxLength={200} isOptional {...draft.field('note')} />
      </Form>
      {seen && (
        <PushPreview
          key={JSON.stringify(seen.push)}
          seen={seen}
          schedule={schedule}
          onDone={() => {
            setSeen(undefined)
            draft.reset()
          }}
        />
      )}
    </Card>
  )
}

type PushPreviewProps = {
  seen: { push: Push; preview: Preview }
  schedule: OperatorScheduleData
  onDone: () => void
}

function PushPreview({ seen: { push, preview }, schedule, onDone }: PushPreviewProps) {
  const texts = useText().schedule.operator
  const format = useFormat()
  const pushDay = useAction('POST /api/push-day', { refreshes: ['GET /api/operator-schedule'] })
  const total = preview.movedCount + preview.conflictCount + preview.skippedCount
  if (total === 0) return <Banner>{texts.nothingToPush}</Banner>
  const { counts } = texts
  const lines: readonly (readonly [string, string])[] = [
    [format.count(preview.movedCount), counts.moved(preview.movedCount)],
    [format.count(preview.conflictCount), counts.meeting(preview.conflictCount)],
    [format.count(preview.skippedCount), counts.skipped(preview.skippedCount)],
    [format.count(preview.stayingCount), counts.staying(preview.stayingCount)],
    [format.count(preview.customerCount), counts.customers(preview.customerCount)],
    [format.count(preview.crewCount), counts.crews(preview.crewCount)],
    [format.money(preview.lostCents), counts.lost],
    [format.money(preview.standbyCents), counts.standby(schedule.standbyHours)],
  ]
  const act = () =>
    pushDay.mutate(
      { body: push },
      { onSuccess: onDone, onError: (error) => showToast(error.message, { tone: 'danger' }) },
    )
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4" aria-live="polite">
      <ul className="grid gap-1">
        {lines
          .filter(([amount]) => amount !== '0' && amount !== '$0')
          .map(([amount, what]) => (
            <li key={what}>
              <span className="nums font-semibold">{amount}</span> {what}
            </li>
          ))}
      </ul>
      <p className="text-sm text-muted">{texts.undoable(schedule.undoHours)}</p>
      <Button tone="primary" isWide isBusy={pushDay.isPending} onClick={act}>
        {texts.push(total)}
      </Button>
    </div>
  )
}

function readPush(values: PushDraft): Push {
  const area = {
    lat: Number(values.lat),
    lng: Number(values.lng),
    radiusFeet: Math.round(Number(values.radiusMiles) * FEET_PER_MILE),
  }
  return {
    marketId: values.marketId,
    date: values.date,
    to: values.how === 'skip' ? null : values.to,
    area: values.areaKind === 'market' ? null : area,
    serviceKeys: values.services.length === 0 ? null : [...values.services],
    reason: values.reason,
    note: values.note,
  }
}
