/** A customer changes what crews go through at one place: order, words, items of its own, items left out. */
import { type ReactNode, useState } from 'react'
import { keptOf, moved } from '#domain/checklists/arrange.ts'
import { MOST_ITEM_LETTERS, MOST_PLACE_ITEMS, type PlaceRow, rowsOfPlace } from '#domain/checklists/items.ts'
import type { PropertyId } from '#domain/ids.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ItemRows, useForgetItemErrors } from './item-rows.tsx'
import { KindFields, useKindText } from './kind-fields.tsx'

export type PlaceList = Reply<'GET /api/place-checklists'>['lists'][number]
type Edited = Omit<PlaceRow, 'key'> & {
  /** On this page. */
  readonly id: string
  /** Undefined: new. */
  readonly key: string | undefined
}

type PlaceEditorProps = { propertyId: PropertyId; list: PlaceList; serviceName: string; onClose: () => void }

export function PlaceEditor({ propertyId, list, serviceName, onClose }: PlaceEditorProps) {
  const { checklists: texts, ui } = useText()
  // What was opened, also where another list comes meanwhile: the server says so instead of writing over it.
  const [{ serviceKey, version, serviceItems }] = useState(list)
  const draft = useDraft({ items: rowsOfPlace(serviceItems, list.placeItems).map(editedOf) })
  const { items } = draft.values
  const save = useAction('POST /api/save-place-checklist', { refreshes: ['GET /api/place-checklists'] })
  const kept = keptOf(serviceItems, items)
  const submit = async () => {
    const sent = kept.map(({ key, isLeftOut, own }) => ({ key, isLeftOut, own: own && withoutLanguage(own) }))
    await save.mutateAsync({ body: { propertyId, serviceKey, version, items: sent } })
    draft.reset(draft.values)
    showToast(texts.place.saved)
    onClose()
  }
  return (
    <Form
      onSubmit={submit}
      tone="secondary"
      submitLabel={texts.place.save}
      label={texts.place.changeOf(serviceName)}
      secondary={
        <Button tone="quiet" onClick={onClose}>
          {ui.cancel}
        </Button>
      }
    >
      <Items items={items} onChange={(next) => draft.set({ items: next })} />
      {serviceItems.length > 0 && kept.length > 0 && (
        <Button
          tone="quiet"
          icon="undo"
          onClick={() => draft.set({ items: rowsOfPlace(serviceItems, []).map(editedOf) })}
        >
          {texts.place.allAsService}
        </Button>
      )}
      <p className="text-sm text-muted">{texts.place.fromNext}</p>
    </Form>
  )
}

function Items({ items, onChange }: { items: readonly Edited[]; onChange: (items: Edited[]) => void }) {
  const { checklists: texts } = useText()
  const language = useLanguage()
  const kindText = useKindText()
  const forget = useForgetItemErrors()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const change = (id: string, how: Partial<Edited>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...how } : item)))
  const add = () => {
    const own = { kind: 'task', photo: 'none', words: '', language } as const
    const id = crypto.randomUUID()
    onChange([...items, { id, key: undefined, isLeftOut: false, own, ofService: null }])
    setOpenedId(id)
  }
  const remove = (id: string) => {
    forget()
    onChange(items.filter((item) => item.id !== id))
  }
  const shownOf = ({ id, isLeftOut, own, ofService }: Edited) => {
    const words = own ? own.words : (ofService?.words[language] ?? '')
    const detail = [
      isLeftOut && texts.place.leftOut,
      kindText(own ?? ofService ?? TASK),
      own && texts.place.own,
    ]
    return {
      id,
      words: words.trim() || texts.newItem,
      language: own?.language ?? null,
      detail: detail.filter(Boolean).join(' · '),
      isLeftOut,
    }
  }
  return (
    <>
      <ItemRows
        label={texts.items}
        rows={items.map(shownOf)}
        openedId={openedId}
        onOpen={setOpenedId}
        onMove={(from, to) => onChange(moved(items, from, to))}
      >
        {(index) => (
          <ItemFields
            index={index}
            item={items[index]!}
            onChange={(how) => change(items[index]!.id, how)}
            onRemove={() => remove(items[index]!.id)}
          />
        )}
      </ItemRows>
      {items.length < MOST_PLACE_ITEMS ? (
        <Button icon="plus" onClick={add}>
          {texts.place.add}
        </Button>
      ) : (
        <p className="text-sm text-muted">{texts.full(MOST_PLACE_ITEMS)}</p>
      )}
    </>
  )
}

type ItemFieldsProps = {
  index: number
  item: Edited
  onChange: (how: Partial<Edited>) => void
  onRemove: () => void
}

function ItemFields({ index, item, onChange, onRemove }: ItemFieldsProps) {
  const { checklists: texts } = useText()
  const language = useLanguage()
  const { own, ofService, isLeftOut } = item
  if (isLeftOut)
    return (
      <Acts>
        <Button onClick={() => onChange({ isLeftOut: false })}>{texts.place.bringBack}</Button>
      </Acts>
    )
  const reword = () => {
    if (ofService === null) return
    const { kind, photo, words } = ofService
    onChange({ own: { kind, photo, words: words[language], language } })
  }
  return (
    <>
      {own && <OwnFields index={index} own={own} onChange={(changed) => onChange({ own: changed })} />}
      <Acts>
        {ofService && !own && <Button onClick={reword}>{texts.place.reword}</Button>}
        {ofService && own && (
          <Button tone="quiet" icon="undo" onClick={() => onChange({ own: null })}>
            {texts.place.asService}
          </Button>
        )}
        {ofService ? (
          <Button tone="quiet" onClick={() => onChange({ isLeftOut: true })}>
            {texts.place.leaveOut}
          </Button>
        ) : (
          <Button tone="quiet" icon="bin" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
      </Acts>
    </>
  )
}

function Acts({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>
}

type Own = NonNullable<Edited['own']>
type OwnFieldsProps = { index: number; own: Own; onChange: (own: Own) => void }

function OwnFields({ index, own, onChange }: OwnFieldsProps) {
  const { checklists: texts } = useText()
  const name = `items.${index}.own`
  return (
    <>
      <TextField
        label={texts.place.words}
        hint={texts.place.wordsHint}
        name={`${name}.words`}
        maxLength={MOST_ITEM_LETTERS}
        value={own.words}
        onChange={(words) => onChange({ ...own, words })}
      />
      <KindFields
        name={name}
        kind={own.kind}
        photo={own.photo}
        onChange={(change) => onChange({ ...own, ...change })}
      />
    </>
  )
}

const TASK = { kind: 'task', photo: 'none' } as const

function editedOf(row: PlaceRow): Edited {
  return { ...row, id: row.key }
}

/** In which it was written is known to the server. */
function withoutLanguage({ kind, photo, words }: Own) {
  return { kind, photo, words }
}
