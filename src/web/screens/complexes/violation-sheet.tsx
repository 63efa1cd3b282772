/** What is wrong at a door: the kind, the place, and a photo that proves it. */
import { useState } from 'react'
import { VIOLATION_KINDS, type ViolationKind } from '#domain/complexes/violations.ts'
import { useAction } from '#web/api.ts'
import type { ActPhoto } from '#web/photos/act-photo.ts'
import { ActPhotoField } from '#web/photos/act-photo-field.tsx'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { doorOptions } from './door-options.ts'
import { placeOf } from './place-of-round.ts'
import type { CrewRound } from './replies.ts'

type Values = {
  kind: ViolationKind
  buildingId: string
  unitLabel: string
  note: string
}

export function ViolationSheet({ round, onClose }: { round: CrewRound; onClose: () => void }) {
  const texts = useText().complexes
  const draft = useDraft<Values>({
    kind: 'loose_trash',
    buildingId: round.buildings[0]?.id ?? '',
    unitLabel: '',
    note: '',
  })
  const [photo, setPhoto] = useState<ActPhoto>()
  const addViolation = useAction('POST /api/add-violation', { refreshes: ['GET /api/night-round'] })
  const { kind, buildingId, unitLabel, note: written } = draft.values
  const building = round.buildings.find((each) => each.id === buildingId)
  const submit = async () => {
    if (photo === undefined) throw new FormRefusal(texts.round.photoMissing)
    await addViolation.mutateAsync({
      body: {
        visitId: round.visitId,
        buildingId: buildingId,
        unitLabel: unitLabel === '' ? null : unitLabel,
        kind,
        note: written,
        photoId: photo.photoId,
      },
    })
    draft.reset()
    showToast(texts.round.added)
    onClose()
  }
  return (
    <Dialog title={texts.round.violationTitle} isOpen onClose={onClose} isSheet>
      <Form onSubmit={submit} submitLabel={texts.round.send} icon="warning" isWide>
        <ChipGroup
          label={texts.round.kind}
          options={VIOLATION_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          {...draft.field('kind')}
        />
        <SelectField
          label={texts.round.building}
          options={round.buildings.map(({ id, name }) => ({ value: id, label: name }))}
          {...draft.field('buildingId')}
        />
        {building && (
          <SelectField
            label={texts.round.door}
            options={doorOptions(building, texts.round.noDoor)}
            isOptional
            {...draft.field('unitLabel')}
          />
        )}
        <TextArea
          label={texts.round.note}
          rows={2}
          maxLength={500}
          isOptional={kind !== 'other'}
          {...draft.field('note')}
        />
        <ActPhotoField place={placeOf(round)} label={texts.round.photo} photo={photo} onPhoto={setPhoto} />
      </Form>
    </Dialog>
  )
}
