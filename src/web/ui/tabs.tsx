/**
 * `<Tabs label=… tabs={[{ key, label }]} active={key} onSelect={setKey}>{panel of the active tab}</Tabs>`; arrow keys
 * move between tabs.
 */
import { type KeyboardEvent, type ReactNode, useId } from 'react'

type Tab<Key extends string> = { key: Key; label: string; count?: number }
type TabsProps<Key extends string> = {
  label: string
  tabs: readonly Tab<Key>[]
  active: Key
  onSelect: (key: Key) => void
  children: ReactNode
}

export function Tabs<Key extends string>({ label, tabs, active, onSelect, children }: TabsProps<Key>) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.key === active)
    const next = tabs[(index + step + tabs.length) % tabs.length]!
    onSelect(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto crowded:flex-wrap rounded-xl bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            className="min-h-11 flex-1 rounded-lg px-2 text-sm sm:px-4 font-semibold whitespace-nowrap crowded:whitespace-normal text-muted -outline-offset-2! aria-selected:bg-card aria-selected:text-ink aria-selected:shadow-card"
          >
            {tab.label}
            {tab.count !== undefined && <span className="nums ml-1.5 font-normal">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${active}`}
        className="grid grid-cols-1 gap-4"
      >
        {children}
      </div>
    </div>
  )
}
