/**
 * `<Menu label=… items={[{ label, icon?, onSelect, isDanger? }]} />` – a button that opens a short list of actions.
 * Arrow keys move, Escape and a tap outside close. The trigger is an icon unless `trigger` gives words.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

export type MenuItem = { label: string; icon?: IconName; isDanger?: boolean; onSelect: () => void }
type MenuProps = { label: string; items: readonly MenuItem[]; trigger?: string; icon?: IconName }

export function Menu({ label, items, trigger, icon = 'dots' }: MenuProps) {
  const id = useId()
  const boxRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    boxRef.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!boxRef.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    boxRef.current?.querySelector('button')?.focus()
  }
  const control = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': id,
    onClick: () => setOpen(!isOpen),
  } as const
  return (
    <div ref={boxRef} className="relative inline-block">
      {trigger ? (
        <Button icon={icon} {...control}>
          {trigger}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...control} />
      )}
      {isOpen && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          onKeyDown={(event) => moveFocus(event, boxRef.current, close)}
          aria-label={label}
          className="animate-rise absolute right-0 z-20 mt-1 min-w-52 rounded-2xl border border-line bg-raised p-1.5 shadow-high"
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close()
                item.onSelect()
              }}
              className={`flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left hover:bg-sunken ${item.isDanger ? 'text-danger' : ''}`}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function moveFocus(event: KeyboardEvent, box: HTMLElement | null, close: () => void): void {
  const items = [...(box?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const index = items.indexOf(document.activeElement as HTMLElement)
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key]
  if (event.key === 'Escape' || event.key === 'Tab') close()
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
