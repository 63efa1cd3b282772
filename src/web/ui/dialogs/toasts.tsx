/**
 * `showToast(text…)`, `showToast(text…, { tone: 'danger' })`, `showToast(text…, { undo: () => … })`. Toasts stand
 * top-right for 3000 ms (seed §9); one that holds an Undo or is pointed at waits a little longer. `<Toasts />` is
 * mounted once by the shell.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

/** Seed §9. */
export const TOAST_MS = 3_000
const UNDO_TOAST_MS = 8_000
const EMPTY_WAIT_MS = 1_000

type ToastTone = 'good' | 'danger' | 'info'
type Toast = { id: number; sentence: string; tone: ToastTone; undo?: () => void }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function showToast(
  sentence: string,
  { tone = 'good', undo }: { tone?: ToastTone; undo?: () => void } = {},
): void {
  lastId += 1
  publish([...toasts.slice(-3), { id: lastId, sentence, tone, undo }])
}

export function Toasts() {
  const { ui } = useText()
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const ref = useRef<HTMLElement>(null)
  // In the browser's top layer, and shown again for every toast: it stands above a dialog that opened meanwhile.
  useEffect(() => {
    const region = ref.current
    if (!region?.showPopover) return
    if (shown.length > 0) return showOnTop(region)
    // Empty it only has to be there before what it will say, and showing it costs a slow phone 60 ms.
    if (region.matches(':popover-open')) return
    const timer = setTimeout(() => showOnTop(region), EMPTY_WAIT_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <section
      ref={ref}
      popover="manual"
      aria-label={ui.notifications}
      aria-live="polite"
      className="pt-safe pointer-events-none fixed inset-auto top-3 right-3 m-0 grid w-[min(24rem,calc(100vw-1.5rem))] gap-2 overflow-visible border-0 bg-transparent p-0 text-ink"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function showOnTop(region: HTMLElement): void {
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
}

const looks: Record<ToastTone, { icon: IconName; colour: string }> = {
  good: { icon: 'check', colour: 'text-good' },
  danger: { icon: 'warning', colour: 'text-danger' },
  info: { icon: 'info', colour: 'text-info' },
}

function ToastCard({ toast }: { toast: Toast }) {
  const { ui } = useText()
  const { id, undo } = toast
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), undo ? UNDO_TOAST_MS : TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, undo])
  return (
    <div className="animate-rise pointer-events-auto flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-high">
      <Icon name={looks[toast.tone].icon} className={looks[toast.tone].colour} />
      <p className="min-w-0 flex-1 text-sm font-medium">{toast.sentence}</p>
      {undo && (
        <button
          type="button"
          onClick={() => {
            dismiss(id)
            undo()
          }}
          className="min-h-11 rounded-xl px-3 font-semibold text-accent hover:bg-accent-soft"
        >
          {ui.undo}
        </button>
      )}
      <IconButton icon="close" label={ui.close} onClick={() => dismiss(id)} />
    </div>
  )
}

function dismiss(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
