/** A list as a crew goes through it: big boxes to tick, a camera where an item wants a photo, what runs low below. */
import { useId, useRef } from 'react'
import type { ListItem } from '#domain/checklists/items.ts'
import { countsOf, isFinished, type Progress } from '#domain/checklists/progress.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/button.tsx'

type Going = {
  progress: Progress
  canMark: boolean
  onMark: (key: string, isMarked: boolean) => void
  onPhotos: (key: string, files: readonly File[]) => void
}
type CrewListProps = Going & { items: readonly ListItem[]; error?: string | undefined }

export function CrewList({ items, error, ...going }: CrewListProps) {
  const { checklist: texts } = useText().crew
  const supplies = items.filter(({ kind }) => kind === 'supply')
  const { done, all } = countsOf(items, going.progress)
  const row = (item: ListItem) => <Item key={item.key} item={item} {...going} />
  return (
    <section className="grid gap-2 rounded-xl border border-line p-3">
      {all > 0 && (
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-semibold">{texts.title}</h3>
          <p className="nums text-sm text-muted">{texts.progress(done, all)}</p>
        </div>
      )}
      {error && (
        <Banner tone="danger" isAlert>
          {error}
        </Banner>
      )}
      <ul className="grid">{items.filter(({ kind }) => kind === 'task').map(row)}</ul>
      {supplies.length > 0 && (
        <>
          <h3 className="font-semibold">{texts.supplies}</h3>
          <ul className="grid">{supplies.map(row)}</ul>
        </>
      )}
    </section>
  )
}

function Item({ item, progress, canMark, onMark, onPhotos }: Going & { item: ListItem }) {
  const { checklist: texts } = useText().crew
  const language = useLanguage()
  const id = useId()
  const { marks, photoCounts } = progress
  const count = photoCounts.get(item.key) ?? 0
  const isMarked = marks.get(item.key)?.isMarked ?? false
  const words = item.words[language]
  const wish = item.photo === 'required' ? texts.photoRequired : texts.photoWanted
  const hint = count > 0 ? texts.photos(count) : wish
  const isLacking = isMarked && !isFinished(item, progress)
  return (
    <li className="flex items-center justify-between gap-3 border-line border-t py-1 first:border-t-0">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="flex min-h-12 items-center gap-3 py-2">
          <input
            id={id}
            type="checkbox"
            checked={isMarked}
            disabled={!canMark}
            onChange={(event) => onMark(item.key, event.target.checked)}
            className="size-6 shrink-0 accent-accent"
          />
          <span lang={item.language ?? language} className="min-w-0 break-words font-medium">
            {words}
          </span>
        </label>
        {item.photo !== 'none' && (
          <p className={`-mt-1 pb-2 pl-9 text-sm ${isLacking ? 'text-danger' : 'text-muted'}`}>{hint}</p>
        )}
      </div>
      {item.photo !== 'none' && canMark && (
        <ItemCamera label={texts.photo(words)} onFiles={(files) => onPhotos(item.key, files)} />
      )}
    </li>
  )
}

/** A file input: the native app’s own camera sends what it takes by itself, and knows of no items. */
function ItemCamera({ label, onFiles }: { label: string; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="camera" label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        aria-label={label}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
