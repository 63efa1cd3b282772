/** The operators' search: one field, what it finds, and the keyboard. Before anything is typed: pins and what was opened last. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { endpointQuery, useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { inputLook } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Choice, choiceOf, type Found, pagesFor } from './found.ts'

type Part = { readonly title: string; readonly choices: readonly Choice[] }

export function Palette({ onClose }: { onClose: () => void }) {
  const { search: texts } = useText()
  const [typed, setTyped] = useState('')
  const { parts, pinned, isPending, error, retry } = useParts(useDeferredValue(typed))
  const fieldRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  // After the dialog has opened, which takes the focus to its first button.
  useEffect(() => fieldRef.current?.focus(), [])
  const isEmpty = parts.length === 0
  const onKey = (event: KeyboardEvent) => {
    const links = [...(listRef.current?.querySelectorAll('a') ?? [])]
    if (event.key === 'Enter' && event.target === fieldRef.current) {
      event.preventDefault()
      links[0]?.click()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const places = [fieldRef.current, ...links]
    const at = places.findIndex((place) => place === document.activeElement)
    places[(Math.max(at, 0) + step + places.length) % places.length]?.focus()
  }
  return (
    <Dialog title={texts.title} isOpen isWide onClose={onClose}>
      <search className="grid gap-3">
        <input
          ref={fieldRef}
          type="search"
          aria-label={texts.label}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={texts.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKey}
          className={inputLook}
        />
        <div ref={listRef} className="grid min-h-[50dvh] content-start gap-3">
          {error !== null && <ErrorState error={error} onRetry={retry} />}
          {isPending && <Skeleton rows={5} />}
          <output className={isEmpty ? 'block py-6 text-center text-muted' : 'sr-only'}>
            {isPending || error !== null ? '' : said({ isEmpty, isTyped: typed.trim() !== '', parts, texts })}
          </output>
          {parts.map((part) => (
            <section key={part.title} aria-label={part.title} className="grid gap-0.5">
              <h3 className="px-3 text-sm font-semibold text-muted">{part.title}</h3>
              <ul>
                {part.choices.map((choice) => (
                  <Row
                    key={choice.key}
                    choice={choice}
                    isPinned={choice.found !== undefined && pinned.has(choice.found.id)}
                    onOpen={onClose}
                    onKey={onKey}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        <p className="text-sm text-muted max-sm:hidden">{texts.keys}</p>
      </search>
    </Dialog>
  )
}

/** What a reader of the screen hears: how much was found, or what to try. */
function said({
  isEmpty,
  isTyped,
  parts,
  texts,
}: {
  isEmpty: boolean
  isTyped: boolean
  parts: readonly Part[]
  texts: ReturnType<typeof useText>['search']
}): string {
  if (isEmpty) return isTyped ? texts.none : texts.start
  return isTyped ? texts.count(parts.reduce((sum, { choices }) => sum + choices.length, 0)) : ''
}

function useParts(typed: string) {
  const { search: texts, operatorShell } = useText()
  const text = typed.trim()
  const marks = useEndpoint('GET /api/search-marks')
  const found = useQuery({
    ...endpointQuery('POST /api/search', { body: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  const show = (rows: readonly Found[]) => rows.map((row) => choiceOf(row, texts.kinds, texts.removed))
  const pinned = new Set(marks.data?.pinned.map((each) => each.id))
  const parts: Part[] =
    text === ''
      ? [
          { title: texts.pinned, choices: show(marks.data?.pinned ?? []) },
          { title: texts.recent, choices: show(marks.data?.recent ?? []) },
        ]
      : [
          { title: texts.pages, choices: pagesFor(text, operatorShell.titles) },
          { title: texts.found, choices: show(found.data?.found ?? []) },
        ]
  const read = text === '' ? marks : found
  return {
    parts: parts.filter((part) => part.choices.length > 0),
    pinned,
    isPending: read.isPending,
    error: read.error,
    retry: () => void read.refetch(),
  }
}

type RowProps = {
  choice: Choice
  isPinned: boolean
  onOpen: () => void
  onKey: (event: KeyboardEvent) => void
}

function Row({ choice, isPinned, onOpen, onKey }: RowProps) {
  const { search: texts } = useText()
  const open = useAction('POST /api/open-found', { refreshes: ['GET /api/search-marks'] })
  const pin = useAction('POST /api/pin-found', { refreshes: ['GET /api/search-marks'] })
  const { found } = choice
  return (
    <li className="flex items-center rounded-xl focus-within:bg-accent-soft hover:bg-sunken">
      <RouteLink
        to={choice.to}
        onKeyDown={onKey}
        onClick={() => {
          if (found !== undefined) open.mutate({ body: { id: found.id } })
          onOpen()
        }}
        className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl px-3 py-1.5 -outline-offset-2!"
      >
        <Icon name={choice.icon} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 basis-[9rem] wrap-anywhere">
          <span className="block font-medium">{choice.title}</span>
          {choice.detail !== '' && <span className="block text-sm text-muted">{choice.detail}</span>}
        </span>
        {choice.badge !== undefined && <Badge>{choice.badge}</Badge>}
      </RouteLink>
      {found !== undefined && (
        <IconButton
          icon={isPinned ? 'close' : 'star'}
          label={isPinned ? texts.unpin(choice.title) : texts.pin(choice.title)}
          aria-pressed={isPinned}
          onClick={() => pin.mutate({ body: { id: found.id, isPinned: !isPinned } })}
        />
      )}
    </li>
  )
}
