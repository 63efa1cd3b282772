/** A dialog that adds a complex, or edits the one given. Where it stands is chosen once. */
import { useNavigate } from 'react-router'
import { useAction, useEndpoint } from '#web/api.ts'
import type { ChosenPlace } from '#web/places/address-field.tsx'
import { useChosenAddress } from '#web/places/chosen-address.ts'
import { GroupField, groupNameOf } from '#web/places/group-field.tsx'
import { PlaceField } from '#web/places/place-field.tsx'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
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
  const chosen = useChosenAddress('address')
  const groups = useEndpoint('POST /api/get-complex-groups', { body: {} })
  const save = useSave(complex)
  const submit = async () => {
    await save(draft.values, chosen.require)
    draft.reset()
    onClose()
  }
  return (
    <Dialog title={complex ? texts.editTitle : texts.addTitle} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <TextField label={texts.name} maxLength={200} {...draft.field('name')} />
        {!complex && <PlaceField label={texts.address} {...chosen.field} />}
        <NumberStepper label={texts.units} min={1} max={5_000} {...draft.field('units')} />
        <GroupField
          label={texts.group}
          hint={texts.groupHint}
          groups={groups.data}
          {...draft.field('groupName')}
        />
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
  return async ({ groupName, ...values }: Values, requirePlace: () => ChosenPlace) => {
    const body = { ...values, groupName: groupNameOf(groupName) }
    if (complex) {
      await update.mutateAsync({ body: { ...body, complexId: complex.id } })
      showToast(texts.saved)
    } else {
      const { address, lat, lng } = requirePlace()
      const added = await add.mutateAsync({ body: { ...body, address, lat, lng } })
      showToast(texts.added(values.name))
      await navigate(linkTo('customerComplex', {}, { id: added.complexId }))
    }
  }
}
