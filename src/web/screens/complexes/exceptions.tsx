/** What is different on some nights: left out, or something that the crew should know. */
import { useState } from 'react'
import { dateAt } from '#domain/time.ts'
import { useAction } from '#web/api.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { useNow } from '#web/ui/now.ts'
import { doorOptions } from './door-options.ts'
import { useExceptionText } from './exception-text.ts'
import type { Complex } from './replies.ts'

export function Exceptions({ complex }: { complex: Complex }) {
  const texts = useText().complexes.exceptions
  const [isAdding, setAdding] = useState(false)
  const mayChange = useMayHere()('schedule')
  const format = useFormat()
  const exceptionText = useExceptionText(complex.buildings)
  const remove = useAction('POST /api/remove-complex-exception', { refreshes: ['GET /api/complex'] })
  const takeBack = async (exceptionId: string) => {
    await remove.mutateAsync({ body: { exceptionId } })
    showToast(texts.removed)
  }
  return (
    <Card title={texts.title} isFlush>
      {complex.exceptions.length === 0 ? (
        <p className="px-4 pb-3 text-muted sm:px-5">{texts.none}</p>
      ) : (
        <List label={texts.title}>
          {complex.exceptions.map((each) => (
            <ListRow
              key={each.id}
              icon={each.kind === 'note' ? 'message' : 'close'}
              title={exceptionText(each)}
              detail={format.dateRange(each.from, each.to)}
              actions={
                mayChange && (
                  <Button tone="quiet" onClick={() => void takeBack(each.id)}>
                    {texts.remove}
                  </Button>
                )
              }
            />
          ))}
        </List>
      )}
      {mayChange && (
        <div className="p-4 sm:px-5">
          <Button icon="plus" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
      )}
      {isAdding && <ExceptionForm complex={complex} onClose={() => setAdding(false)} />}
    </Card>
  )
}

type Values = {
  kind: 'leave_out' | 'note'
  buildingId: string
  unitLabel: string
  note: string
  from: string
  to: string
}

function ExceptionForm({ complex, onClose }: { complex: Complex; onClose: () => void }) {
  const texts = useText().complexes.exceptions
  const today = dateAt(useNow(), complex.timeZone)
  const draft = useDraft<Values>({
    kind: 'leave_out',
    buildingId: '',
    unitLabel: '',
    note: '',
    from: today,
    to: today,
  })
  const add = useAction('POST /api/add-complex-exception', { refreshes: ['GET /api/complex'] })
  const submit = async () => {
    const { buildingId, unitLabel, from, to, ...said } = draft.values
    await add.mutateAsync({
      body: {
        ...said,
        complexId: complex.id,
        buildingId: buildingId === '' ? null : buildingId,
        unitLabel: buildingId === '' || unitLabel === '' ? null : unitLabel,
        from: from,
        to: to,
      },
    })
    draft.reset()
    showToast(texts.added)
    onClose()
  }
  return (
    <Dialog title={texts.add} isOpen onClose={onClose} isSheet>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <ChipGroup
          label={texts.kind}
          options={(['leave_out', 'note'] as const).map((kind) => ({
            value: kind,
            label: texts.kinds[kind],
          }))}
          {...draft.field('kind')}
        />
        <WhereFields complex={complex} draft={draft} />
        <div className="grid gap-3 sm:grid-cols-2">
          <DateField label={texts.from} min={today} {...draft.field('from')} />
          <DateField label={texts.to} min={draft.values.from} {...draft.field('to')} />
        </div>
        <TextArea
          label={texts.note}
          rows={2}
          maxLength={500}
          isOptional={draft.values.kind === 'leave_out'}
          {...draft.field('note')}
        />
      </Form>
    </Dialog>
  )
}

function WhereFields({ complex, draft }: { complex: Complex; draft: Draft<Values> }) {
  const texts = useText().complexes.exceptions
  const building = complex.buildings.find((each) => each.id === draft.values.buildingId)
  return (
    <>
      <SelectField
        label={texts.building}
        options={[
          { value: '', label: texts.wholeComplex },
          ...complex.buildings.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        isOptional={draft.values.kind === 'note'}
        {...draft.field('buildingId')}
      />
      {building && (
        <SelectField
          label={texts.door}
          options={doorOptions(building, texts.allDoors)}
          isOptional
          {...draft.field('unitLabel')}
        />
      )}
    </>
  )
}
