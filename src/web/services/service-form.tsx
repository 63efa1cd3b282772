/** What a service is called in each language, how long it takes, and what proves it. A new one says how it is sold, too. */
import { SERVICE_ICONS, type ServiceIcon } from '#domain/pricing/service-icons.ts'
import { type Reply, useAction } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { MultiChipGroup } from '#web/ui/forms/chip-group.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ServiceEffect } from './service-effect.tsx'
import { useServicePreview } from './use-service-preview.ts'

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
  needs: readonly string[]
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
  needs: [],
  isWeekly: true,
  isOnDemand: true,
}

type ServiceFormProps = {
  service: EditedService
  all: readonly EditedService[]
  /** What held before and is to hold again. */
  again?: EditedService['past'][number] | undefined
}

export function ServiceForm({ service, all, again }: ServiceFormProps) {
  const { services: text } = useText().catalogue
  const save = useAction('POST /api/save-service', { refreshes: [...REFRESHES] })
  const draft = useDraft<Values>(valuesOf({ ...service, ...again }))
  const basis = useBasis({
    current: service,
    draft,
    valuesOf,
    markOf: ({ version }) => version,
    labels: {
      nameEn: text.nameEn,
      nameEs: text.nameEs,
      unitEn: text.unitEn,
      unitsEn: text.unitsEn,
      unitEs: text.unitEs,
      unitsEs: text.unitsEs,
      icon: text.icon,
      minutes: text.minutes,
      minutesPerUnit: text.minutesPerUnit,
      photosRequired: text.photos,
      needs: text.needsToo,
    },
    read: 'GET /api/service-list',
  })
  const { effectOf, look, forget } = useServicePreview()
  const { minutes, minutesPerUnit, photosRequired, needs } = draft.values
  const asked = { key: service.key, minutes, minutesPerUnit, photosRequired, needs: [...needs] }
  const effect = effectOf(asked)
  // A name or an icon touches nobody's work.
  const isTouching = JSON.stringify(datedOf(draft.values)) !== JSON.stringify(datedOf(service))
  const submit = async () => {
    const { isWeekly: _weekly, isOnDemand: _onDemand, ...facts } = draft.values
    if (isTouching && effect === undefined) return look(asked)
    const body = { key: service.key, version: basis.base.version, ...facts, needs: [...needs] }
    await basis.save(() => save.mutateAsync({ body }))
    forget()
    showToast(text.saved)
  }
  return (
    <Form
      onSubmit={submit}
      submitLabel={isTouching && effect === undefined ? text.look : text.save}
      label={text.change}
    >
      <Newer basis={basis} />
      <FactFields draft={draft} others={all.filter(({ key }) => key !== service.key)} />
      {effect && <ServiceEffect effect={effect} />}
      <p className="text-sm text-muted">{text.atOnce}</p>
    </Form>
  )
}

export function NewServiceForm(props: { all: readonly EditedService[]; onAdded: (key: string) => void }) {
  const { all, onAdded } = props
  const { services: text } = useText().catalogue
  const add = useAction('POST /api/add-service', { refreshes: [...REFRESHES] })
  const draft = useDraft<Values>(NEW)
  const submit = async () => {
    const { key } = await add.mutateAsync({ body: { ...draft.values, needs: [...draft.values.needs] } })
    draft.reset()
    showToast(text.added)
    onAdded(key)
  }
  return (
    <Form onSubmit={submit} submitLabel={text.addIt} label={text.add}>
      <FactFields draft={draft} others={all} />
      <CheckboxField label={text.weekly} {...draft.field('isWeekly')} />
      <CheckboxField label={text.once} {...draft.field('isOnDemand')} />
      <p className="text-sm text-muted">{text.addHint}</p>
    </Form>
  )
}

type Others = { others: readonly EditedService[] }

function FactFields({ draft, others }: { draft: Draft<Values> } & Others) {
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
      <DatedFields draft={draft} others={others} />
    </>
  )
}

export type Dated = Pick<Facts, 'minutes' | 'minutesPerUnit' | 'photosRequired' | 'needs'>

/** What may also begin on a day ahead. */
export function DatedFields({ draft, others }: { draft: Pick<Draft<Dated>, 'field'> } & Others) {
  const { services: text } = useText().catalogue
  const language = useLanguage()
  return (
    <>
      <NumberStepper label={text.minutes} min={1} max={600} {...draft.field('minutes')} />
      <NumberStepper label={text.minutesPerUnit} min={0} max={600} {...draft.field('minutesPerUnit')} />
      <NumberStepper label={text.photos} min={0} max={10} {...draft.field('photosRequired')} />
      <MultiChipGroup
        label={text.needsToo}
        hint={text.needsHint}
        options={others.map((each) => ({ value: each.key, label: nameIn(language, each) }))}
        {...draft.field('needs')}
      />
    </>
  )
}

function datedOf({ minutes, minutesPerUnit, photosRequired, needs }: Dated): Dated {
  return { minutes, minutesPerUnit, photosRequired, needs }
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
    needs: service.needs,
    isWeekly: service.isWeekly,
    isOnDemand: service.isOnDemand,
  }
}
