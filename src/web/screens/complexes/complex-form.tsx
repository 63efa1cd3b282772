/** A dialog that adds a complex, or edits the one given. Where it stands is chosen once. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction, useEndpoint } from '#web/api.ts'
import { AddressField, type ChosenPlace } from '#web/places/address-field.tsx'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { linkTo } from '#web/urls.ts'
import type { Complex } from './replies.ts'

const READS = ['POST /api/get-complexes', 'POST /api/get-complex-groups', 'GET /api/complex'] as const

type Values = { name: string; units: number; groupName: string; instructions: string }

export function ComplexForm({ complex, onClose }: { complex?: Complex; onClose: () => void }) {
  const texts = useText().complexes.form
  const draft = useDraft<Values>({
    name: complex?.name ?? '',
    units: complex?.units ?? 20,
    groupName: complex?.groupName ?? '',
    instructions: complex?.instructions ?? '',
  })
  const [place, setPlace] = useState<ChosenPlace | null>(null)
  const save = useSave(complex)
  const submit = async () => {
    if (!complex && place === null)
      throw new FormRefusal(texts.addressMissing, { address: texts.addressMissing })
    await save(draft.values, place)
    draft.reset()
    onClose()
  }
  return (
    <Dialog title={complex ? texts.editTitle : texts.addTitle} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <TextField label={texts.name} maxLength={200} {...draft.field('name')} />
        {!complex && <AddressField label={texts.address} name="address" value={place} onChange={setPlace} />}
        <NumberStepper label={texts.units} min={1} max={5_000} {...draft.field('units')} />
        <GroupField draft={draft} />
        <TextArea
          label={texts.instructions}
          hint={texts.instructionsHint}
          rows={4}
          maxLength={4_000}
          isOptional
          {...draft.field('instructions')}
        />
      </Form>
    </Dialog>
  )
}

function useSave(complex: Complex | undefined) {
  const texts = useText().complexes.form
  const navigate = useNavigate()
  const add = useAction('POST /api/add-complex', { refreshes: READS })
  const update = useAction('POST /api/update-complex', { refreshes: READS })
  return async ({ groupName, ...values }: Values, place: ChosenPlace | null) => {
    const body = { ...values, groupName: groupName.trim() === '' ? null : groupName.trim() }
    if (complex) {
      await update.mutateAsync({ body: { ...body, complexId: complex.id } })
      showToast(texts.saved)
    } else if (place) {
      const { address, lat, lng } = place
      const added = await add.mutateAsync({ body: { ...body, address, lat, lng } })
      showToast(texts.added(values.name))
      await navigate(linkTo('customerComplex', {}, { id: added.complexId }))
    }
  }
}

/** A text field that offers the groups there are. */
function GroupField({ draft }: { draft: Draft<Values> }) {
  const texts = useText().complexes.form
  const groups = useEndpoint('POST /api/get-complex-groups', { body: {} })
  return (
    <>
      <TextField
        label={texts.group}
        hint={texts.groupHint}
        maxLength={100}
        list="complex-groups"
        autoComplete="off"
        isOptional
        {...draft.field('groupName')}
      />
      <datalist id="complex-groups">
        {groups.data?.map((group) => (
          <option key={group.id} value={group.name}>
            {group.name}
          </option>
        ))}
      </datalist>
    </>
  )
}
