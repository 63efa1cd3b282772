/** An operator writes what crews go through where a service is done, in each language. */
import { useState } from 'react'
import { moved } from '#domain/checklists/arrange.ts'
import { type ListItem, MOST_ITEM_LETTERS, MOST_SERVICE_ITEMS } from '#domain/checklists/items.ts'
import { useAction, type Reply } from '#web/api.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ItemRows, useForgetItemErrors } from './item-rows.tsx'
import { type KindAndPhoto, KindFields, useKindText } from './kind-fields.tsx'
import { TryList } from './try-list.tsx'

type Kept = Reply<'GET /api/service-checklist'>
type Edited = KindAndPhoto & {
  /** On this page. */
  readonly id: string
  /** Undefined: new. */
  readonly key: string | undefined
  readonly wordsEn: string
  readonly wordsEs: string
}

type ServiceEditorProps = { serviceKey: string; kept: Kept; onClose: () => void }

export function ServiceEditor({ serviceKey, kept, onClose }: ServiceEditorProps) {
  const { checklists: texts, ui } = useText()
  // What was opened, also where somebody else's list comes meanwhile: the server says so instead of writing over it.
  const [version] = useState(kept.version)
  const draft = useDraft({ items: kept.items.map(editedOf) })
  const { items } = draft.values
  const save = useAction('POST /api/save-service-checklist', { refreshes: ['GET /api/service-checklist'] })
  const submit = async () => {
    await save.mutateAsync({
      body: { key: serviceKey, version, items: items.map(({ id: _id, ...item }) => item) },
    })
    draft.reset(draft.values)
    showToast(texts.service.saved)
    onClose()
  }
  return (
    <div className="grid gap-5">
      <Form
        onSubmit={submit}
        submitLabel={texts.service.save}
        label={texts.service.change}
        secondary={
          <Button tone="quiet" onClick={onClose}>
            {ui.cancel}
          </Button>
        }
      >
        <Items items={items} onChange={(next) => draft.set({ items: next })} />
        <p className="text-sm text-muted">{texts.service.atOnce}</p>
      </Form>
      <section className="grid gap-2">
        <h3 className="font-semibold">{texts.service.preview}</h3>
        <TryList items={items.filter(({ wordsEn, wordsEs }) => wordsEn || wordsEs).map(previewOf)} />
      </section>
    </div>
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
    const item = newItem()
    onChange([...items, item])
    setOpenedId(item.id)
  }
  const remove = (id: string) => {
    forget()
    onChange(items.filter((item) => item.id !== id))
  }
  const textOf = ({ wordsEn, wordsEs }: Edited) => ({ en: wordsEn, es: wordsEs })[language]
  return (
    <>
      {items.length === 0 && <p className="text-muted">{texts.service.none}</p>}
      <ItemRows
        label={texts.items}
        rows={items.map((item) => ({
          id: item.id,
          words: textOf(item).trim() || texts.newItem,
          language: null,
          detail: kindText(item),
          isLeftOut: false,
        }))}
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
      {items.length < MOST_SERVICE_ITEMS ? (
        <Button icon="plus" onClick={add}>
          {texts.add}
        </Button>
      ) : (
        <p className="text-sm text-muted">{texts.full(MOST_SERVICE_ITEMS)}</p>
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
  const name = `items.${index}`
  return (
    <>
      <TextField
        label={texts.service.wordsEn}
        name={`${name}.wordsEn`}
        lang="en"
        maxLength={MOST_ITEM_LETTERS}
        value={item.wordsEn}
        onChange={(wordsEn) => onChange({ wordsEn })}
      />
      <TextField
        label={texts.service.wordsEs}
        name={`${name}.wordsEs`}
        lang="es"
        maxLength={MOST_ITEM_LETTERS}
        value={item.wordsEs}
        onChange={(wordsEs) => onChange({ wordsEs })}
      />
      <KindFields name={name} kind={item.kind} photo={item.photo} onChange={onChange} />
      <div>
        <Button icon="bin" tone="quiet" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </>
  )
}

function editedOf({ key, kind, photo, words }: Kept['items'][number]): Edited {
  return { id: key, key, kind, photo, wordsEn: words.en, wordsEs: words.es }
}

function newItem(): Edited {
  return { id: crypto.randomUUID(), key: undefined, kind: 'task', photo: 'none', wordsEn: '', wordsEs: '' }
}

function previewOf({ id, kind, photo, wordsEn, wordsEs }: Edited): ListItem {
  const words = { en: wordsEn || wordsEs, es: wordsEs || wordsEn }
  return { key: id, kind, photo: kind === 'supply' ? 'none' : photo, words, language: null }
}
