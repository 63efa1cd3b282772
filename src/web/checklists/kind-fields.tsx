/** Whether an item is a task or a supply, and whether a task wants a photo. */
import { ITEM_KINDS, PHOTO_RULES, type ServiceItem } from '#domain/checklists/items.ts'
import { useText } from '#web/text/store.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'

export type KindAndPhoto = Pick<ServiceItem, 'kind' | 'photo'>

type KindFieldsProps = KindAndPhoto & {
  /** Of the item, as the server names it. */
  name: string
  onChange: (change: Partial<KindAndPhoto>) => void
}

export function KindFields({ name, kind, photo, onChange }: KindFieldsProps) {
  const { checklists: texts } = useText()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={texts.kind}
        options={ITEM_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        name={`${name}.kind`}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
      />
      {kind === 'task' ? (
        <SelectField
          label={texts.photo}
          options={PHOTO_RULES.map((value) => ({ value, label: texts.photos[value] }))}
          name={`${name}.photo`}
          value={photo}
          onChange={(value) => onChange({ photo: value })}
        />
      ) : (
        <p className="self-end pb-2 text-sm text-muted">{texts.supplyHint}</p>
      )}
    </div>
  )
}

/** `Supply`, `Photo required`; nothing for a task that asks for none. */
export function useKindText(): (item: KindAndPhoto) => string {
  const { checklists: texts } = useText()
  return ({ kind, photo }) => {
    if (kind === 'supply') return texts.kinds.supply
    return photo === 'none' ? '' : texts.photos[photo]
  }
}
