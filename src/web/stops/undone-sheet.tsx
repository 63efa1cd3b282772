/** Before a visit is done: why each item that is not done is not, in a word of ours or the crew's. */
import { useState } from 'react'
import type { ListItem } from '#domain/checklists/items.ts'
import { UNDONE_REASONS, type Undone } from '#domain/checklists/progress.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'

type UndoneSheetProps = {
  items: readonly ListItem[]
  onClose: () => void
  onSaid: (undone: readonly Undone[]) => void
}

export function UndoneSheet({ items, onClose, onSaid }: UndoneSheetProps) {
  const { checklist: texts } = useText().crew
  const language = useLanguage()
  const [said, setSaid] = useState<ReadonlyMap<string, Undone>>(new Map())
  const say = (undone: Undone) => setSaid(new Map(said).set(undone.key, undone))
  const undone = items.flatMap(({ key }) => said.get(key) ?? [])
  const isWhole =
    undone.length === items.length &&
    undone.every(({ reason, words }) => reason !== 'other' || words.trim() !== '')
  return (
    <Sheet
      title={texts.undoneTitle}
      isOpen
      onClose={onClose}
      actions={
        <Button tone="primary" isLarge isWide disabled={!isWhole} onClick={() => onSaid(undone)}>
          {texts.finish}
        </Button>
      }
    >
      <p className="text-muted">{texts.undoneBody}</p>
      <div className="grid gap-5 pt-3">
        {items.map(({ key, words }) => {
          const known = said.get(key)
          return (
            <div key={key} className="grid gap-2">
              <ChipGroup
                label={words[language]}
                name={`why-${key}`}
                value={known?.reason ?? ''}
                onChange={(reason) => reason !== '' && say({ key, reason, words: known?.words ?? '' })}
                options={UNDONE_REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
              />
              {known?.reason === 'other' && (
                <TextArea
                  label={texts.sayWhy}
                  name={`words-${key}`}
                  maxLength={300}
                  value={known.words}
                  onChange={(text) => say({ ...known, words: text })}
                />
              )}
            </div>
          )
        })}
      </div>
    </Sheet>
  )
}
