/** What a service is called in each language, how long it takes, and what proves it. A new one says how it is sold, too. */
import { SERVICE_ICONS, type ServiceIcon } from '#domain/pricing/service-icons.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

export type EditedService = Reply<'GET /api/service-list'>[number]

type Facts = {
  nameEn: string
  nameEs: string
  unitEn: string
  unitsEn: string
  unitEs: string
  unitsEs: string
  icon: ServiceIcon
  minutes: number
  minutesPerUnit: number
  photosRequired: number
}
type Values = Facts & { isWeekly: boolean; isOnDemand: boolean }

const REFRESHES = ['GET /api/service-list', 'GET /api/price-list', 'GET /api/services'] as const

const NEW: Values = {
  nameEn: '',
  nameEs: '',
  unitEn: '',
  unitsEn: '',
  unitEs: '',
  unitsEs: '',
  icon: 'tool',
  minutes: 15,
  minutesPerUnit: 5,
  photosRequired: 1,
  isWeekly: true,
  isOnDemand: true,
}

export function ServiceForm({ service }: { service: EditedService }) {
  const { services: text } = useText().catalogue
  const save = useAction('POST /api/save-service', { refreshes: [...REFRESHES] })
  const draft = useDraft<Values>(valuesOf(service))
  const submit = async () => {
    const { isWeekly: _weekly, isOnDemand: _onDemand, ...facts } = draft.values
    await save.mutateAsync({ body: { key: service.key, version: service.version, ...facts } })
    draft.reset(draft.values)
    showToast(text.saved)
  }
  return (
    <Form onSubmit={submit} submitLabel={text.save} label={text.change}>
      <FactFields draft={draft} />
      <p className="text-sm text-muted">{text.atOnce}</p>
    </Form>
  )
}

export function NewServiceForm({ onAdded }: { onAdded: (key: string) => void }) {
  const { services: text } = useText().catalogue
  const add = useAction('POST /api/add-service', { refreshes: [...REFRESHES] })
  const draft = useDraft<Values>(NEW)
  const submit = async () => {
    const { key } = await add.mutateAsync({ body: draft.values })
    draft.reset()
    showToast(text.added)
    onAdded(key)
  }
  return (
    <Form onSubmit={submit} submitLabel={text.addIt} label={text.add}>
      <FactFields draft={draft} />
      <CheckboxField label={text.weekly} {...draft.field('isWeekly')} />
      <CheckboxField label={text.once} {...draft.field('isOnDemand')} />
      <p className="text-sm text-muted">{text.addHint}</p>
    </Form>
  )
}

function FactFields({ draft }: { draft: Draft<Values> }) {
  const { services: text } = useText().catalogue
  return (
    <>
      <TextField label={text.nameEn} maxLength={60} {...draft.field('nameEn')} />
      <TextField label={text.nameEs} maxLength={60} {...draft.field('nameEs')} />
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField label={text.unitEn} maxLength={40} {...draft.field('unitEn')} />
        <TextField label={text.unitsEn} maxLength={40} {...draft.field('unitsEn')} />
        <TextField label={text.unitEs} maxLength={40} {...draft.field('unitEs')} />
        <TextField label={text.unitsEs} maxLength={40} {...draft.field('unitsEs')} />
      </div>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <SelectField
            label={text.icon}
            options={SERVICE_ICONS.map((value) => ({ value, label: text.icons[value] }))}
            {...draft.field('icon')}
          />
        </div>
        <Icon name={draft.values.icon} size={28} className="mb-2 text-muted" />
      </div>
      <NumberStepper label={text.minutes} min={1} max={600} {...draft.field('minutes')} />
      <NumberStepper label={text.minutesPerUnit} min={0} max={600} {...draft.field('minutesPerUnit')} />
      <NumberStepper label={text.photos} min={0} max={10} {...draft.field('photosRequired')} />
    </>
  )
}

function valuesOf(service: EditedService): Values {
  return {
    nameEn: service.nameEn,
    nameEs: service.nameEs,
    unitEn: service.unitEn,
    unitsEn: service.unitsEn,
    unitEs: service.unitEs,
    unitsEs: service.unitsEs,
    icon: SERVICE_ICONS.find((icon) => icon === service.icon) ?? 'tool',
    minutes: service.minutes,
    minutesPerUnit: service.minutesPerUnit,
    photosRequired: service.photosRequired,
    isWeekly: service.isWeekly,
    isOnDemand: service.isOnDemand,
  }
}
