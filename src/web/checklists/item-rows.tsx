/** Items in their order: each opens to be changed, and goes up and down by its buttons, which keep the focus. */
import { type ReactNode, use, useState } from 'react'
import type { Language } from '#domain/language.ts'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { FormContext } from '#web/ui/forms/form-state.ts'
import { Icon } from '#web/ui/icon.tsx'

type ShownRow = {
  readonly id: string
  readonly words: string
  /** Of the words, where it is not the reader's. */
  readonly language: Language | null
  readonly detail: string
  readonly isLeftOut: boolean
}

type ItemRowsProps = {
  label: string
  rows: readonly ShownRow[]
  openedId: string | null
  onOpen: (id: string | null) => void
  onMove: (from: number, to: number) => void
  /** What opens of an item. */
  children: (index: number) => ReactNode
}

export function ItemRows({ label, rows, openedId, onOpen, onMove, children }: ItemRowsProps) {
  const { checklists: texts } = useText()
  const { errors } = use(FormContext)
  const forget = useForgetItemErrors()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined || to < 0 || to >= rows.length) return
    forget()
    onMove(from, to)
    setSaid(texts.movedTo(row.words, to + 1, rows.length))
  }
  return (
    <div className="grid gap-2">
      {rows.length > 0 && (
        <ol aria-label={label} className="divide-y divide-line rounded-xl border border-line">
          {rows.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              isOpened={row.id === openedId}
              isWrong={Object.keys(errors).some((name) => name.startsWith(`items.${index}.`))}
              onToggle={() => onOpen(row.id === openedId ? null : row.id)}
              onMove={(step) => move(index, index + step)}
            >
              {children(index)}
            </Row>
          ))}
        </ol>
      )}
      <FieldError id="items-error" error={errors.items} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}

/** What was wrong stands by an item's place: it is forgotten when items change places. */
export function useForgetItemErrors(): () => void {
  const { errors, clear } = use(FormContext)
  return () => {
    for (const name of Object.keys(errors)) if (name.startsWith('items')) clear(name)
  }
}

type RowProps = {
  row: ShownRow
  isFirst: boolean
  isLast: boolean
  isOpened: boolean
  isWrong: boolean
  onToggle: () => void
  onMove: (step: 1 | -1) => void
  children: ReactNode
}

function Row({ row, isFirst, isLast, isOpened, isWrong, onToggle, onMove, children }: RowProps) {
  const { checklists: texts } = useText()
  const isShown = isOpened || isWrong
  return (
    <li className={isShown ? 'bg-sunken' : ''}>
      <div className="flex items-center pr-1">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={onToggle}
          className="flex min-h-(--control) min-w-0 flex-1 items-center gap-2 rounded-xl px-3 py-2 text-left"
        >
          <Icon
            name="chevron-right"
            size={16}
            className={`shrink-0 text-muted ${isShown ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0">
            <span
              lang={row.language ?? undefined}
              className={`block break-words font-medium ${row.isLeftOut ? 'text-muted line-through' : ''} ${isWrong ? 'text-danger' : ''}`}
            >
              {row.words}
            </span>
            {row.detail && <span className="block text-sm text-muted">{row.detail}</span>}
          </span>
        </button>
        <span className={isFirst ? 'opacity-40' : ''}>
          <IconButton
            icon="chevron-up"
            label={texts.up(row.words)}
            aria-disabled={isFirst || undefined}
            onClick={() => onMove(-1)}
          />
        </span>
        <span className={isLast ? 'opacity-40' : ''}>
          <IconButton
            icon="chevron-down"
            label={texts.down(row.words)}
            aria-disabled={isLast || undefined}
            onClick={() => onMove(1)}
          />
        </span>
      </div>
      {isShown && <div className="grid gap-3 px-3 pb-4">{children}</div>}
    </li>
  )
}
