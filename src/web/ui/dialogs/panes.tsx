/**
 * Panes for a desk. `<Panes side={<…/>}>{main}</Panes>`: a wide column and a narrow one that stays in sight; on phones the
 * side comes below, or above with `isSideFirst`. `<ListAndDetail detail={chosen && <Detail title=… onClose=…>…</Detail>}>{list}
 * </ListAndDetail>`: what is chosen opens beside its list, Escape closes it; where there is no room it opens as a sheet.
 */
import { type ReactNode, useEffect, useId } from 'react'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { Sheet } from './dialog.tsx'

type PanesProps = {
  side: ReactNode
  isSideFirst?: boolean
  /** Both as wide as one another: a list beside its map. */
  isEven?: boolean
  children: ReactNode
}

export function Panes({ side, isSideFirst = false, isEven = false, children }: PanesProps) {
  return (
    <div
      className={`grid grid-cols-1 items-start gap-(--stack) desk:gap-6 ${isEven ? 'desk:grid-cols-2' : 'desk:grid-cols-[minmax(0,1fr)_23rem]'}`}
    >
      {isSideFirst && <Side>{side}</Side>}
      <div className="grid min-w-0 grid-cols-1 gap-(--stack) desk:col-start-1 desk:row-start-1">
        {children}
      </div>
      {!isSideFirst && <Side>{side}</Side>}
    </div>
  )
}

function Side({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-(--stack) desk:sticky desk:top-6 desk:col-start-2 desk:row-start-1">
      {children}
    </div>
  )
}

type ListAndDetailProps = {
  /** A `<Detail>` while something is chosen. */
  detail: ReactNode
  children: ReactNode
}

export function ListAndDetail({ detail, children }: ListAndDetailProps) {
  return (
    <div
      className={`grid grid-cols-1 items-start gap-(--stack) ${detail ? 'desk:grid-cols-[minmax(0,1fr)_26rem] desk:gap-6' : ''}`}
    >
      <div className="grid min-w-0 grid-cols-1 gap-(--stack)">{children}</div>
      {detail}
    </div>
  )
}

type DetailProps = { title: string; onClose: () => void; children: ReactNode }

export function Detail(props: DetailProps) {
  return useIsDesk() ? <DetailPane {...props} /> : <Sheet isOpen {...props} />
}

function DetailPane({ title, onClose, children }: DetailProps) {
  const { ui } = useText()
  const id = useId()
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      // What stands above it closes first.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]'))
        onClose()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <aside
      aria-labelledby={id}
      className="animate-rise sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto rounded-2xl border border-line bg-card shadow-card"
    >
      <header className="flex items-start justify-between gap-2 px-5 pt-4">
        <h2 id={id} className="pt-2 text-xl font-semibold">
          {title}
        </h2>
        <IconButton icon="close" label={ui.close} onClick={onClose} />
      </header>
      <div className="px-5 pt-2 pb-5">{children}</div>
    </aside>
  )
}
