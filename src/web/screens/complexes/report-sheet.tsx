/** What is wrong at a door: the kind, the place, and a photo that proves it. */
import { useRef } from 'react'
import { readUnits } from '#domain/complexes/units.ts'
import { VIOLATION_KINDS, type ViolationKind } from '#domain/complexes/violations.ts'
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft } from '#web/ui/draft.ts'
import { Form } from '#web/ui/form.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import type { CrewRound } from './replies.ts'
import { PhotoInput, useRoundPhoto } from './round-photo.tsx'

type Values = {
  kind: ViolationKind
  buildingId: string
  unitLabel: string
  words: string
}

export function ReportSheet({ round, onClose }: { round: CrewRound; onClose: () => void }) {
  const words = useText().complexes
  const draft = useDraft<Values>({
    kind: 'loose_trash',
    buildingId: round.buildings[0]?.id ?? '',
    unitLabel: '',
    words: '',
  })
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<(file: File) => void>(undefined)
  const photo = useRoundPhoto(round.visitId)
  const report = useAction('POST /api/add-violation', { refreshes: ['GET /api/night-round'] })
  const { kind, buildingId, unitLabel, words: written } = draft.values
  const building = round.buildings.find((each) => each.id === buildingId)
  const submit = async () => {
    const photoId = await photo.send(await takePhoto())
    await report.mutateAsync({
      body: {
        visitId: round.visitId,
        buildingId: buildingId,
        unitLabel: unitLabel === '' ? null : unitLabel,
        kind,
        words: written,
        photoId,
      },
    })
    draft.reset()
    showToast(words.round.reported)
    onClose()
  }
  /** Waits for the camera; a second try takes the place of the first. */
  const takePhoto = () =>
    new Promise<File>((resolve) => {
      chosen.current = resolve
      input.current?.click()
    })
  return (
    <Dialog title={words.round.reportTitle} isOpen onClose={onClose} isSheet>
      <Form onSubmit={submit} submitLabel={words.round.photo} icon="camera" isWide>
        <ChipGroup
          label={words.round.kind}
          options={VIOLATION_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          {...draft.field('kind')}
        />
        <SelectField
          label={words.round.building}
          options={round.buildings.map(({ id, name }) => ({ value: id, label: name }))}
          {...draft.field('buildingId')}
        />
        {building && (
          <SelectField
            label={words.round.door}
            options={doorsOf(building.units).map((door) => ({ value: door, label: door }))}
            placeholder={words.round.noDoor}
            isOptional
            {...draft.field('unitLabel')}
          />
        )}
        <TextArea
          label={words.round.words}
          rows={2}
          maxLength={500}
          isOptional={kind !== 'other'}
          {...draft.field('words')}
        />
        {photo.progress !== undefined && <ProgressBar label={words.round.sending} value={photo.progress} />}
      </Form>
      <PhotoInput
        inputRef={input}
        label={words.round.photo}
        onChoose={async (file) => chosen.current?.(file)}
      />
    </Dialog>
  )
}

function doorsOf(units: string): readonly string[] {
  const read = readUnits(units)
  return 'units' in read ? read.units : []
}
