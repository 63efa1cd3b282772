/** Opens the search on every page of an operator: by its button, Ctrl K, or / outside of fields. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { loadAreas, useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

const Palette = lazy(() => loadChunk(bringPalette))

export async function bringPalette() {
  const [{ Palette: palette }] = await Promise.all([import('./palette.tsx'), loadAreas(['search'])])
  return { default: palette }
}

export function SearchKey({ isRow }: { isRow?: boolean }) {
  const { operatorShell: texts } = useText()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  return (
    <>
      {isRow ? (
        <button
          type="button"
          onClick={open}
          aria-keyshortcuts="Control+K /"
          className="mb-1 flex min-h-11 w-full items-center gap-3 rounded-xl border border-line px-3 text-left text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name="search" />
          <span className="flex-1">{texts.search}</span>
          <kbd aria-hidden="true" className="rounded-md bg-sunken px-1.5 text-xs">
            {texts.searchKeys}
          </kbd>
        </button>
      ) : (
        <IconButton icon="search" label={texts.search} onClick={open} />
      )}
      {isOpen && (
        <PartBoundary onMissing={close}>
          <Suspense fallback={null}>
            <Palette onClose={close} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return false
  if (event.key.toLowerCase() === 'k') return event.ctrlKey || event.metaKey
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null
  )
}
