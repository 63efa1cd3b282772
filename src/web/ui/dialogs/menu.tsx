/**
 * `<Menu label=… items={[{ label, icon?, onSelect, isDanger? }]} />` – a button that opens a short list of actions.
 * Arrow keys move, Escape and a tap outside close. The trigger is an icon unless `trigger` gives words.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type MenuItem = { label: string; icon?: IconName; isDanger?: boolean; onSelect: () => void }
type MenuProps = { label: string; items: readonly MenuItem[]; trigger?: string; icon?: IconName }

export function Menu({ label, items, trigger, icon = 'dots' }: MenuProps) {
  const id = useId()
  const boxRef = useRef<HTMLDivElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen || !boxRef.current || !listRef.current) return
    showBelow(listRef.current, boxRef.current)
    listRef.current.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    return closeWhenLeft(boxRef.current, () => setOpen(false))
  }, [isOpen])

  const close = () => {
    setOpen(false)
    boxRef.current?.querySelector('button')?.focus()
  }
  const control = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  } as const
  return (
    <div ref={boxRef} className="inline-block">
      {trigger ? (
        <Button icon={icon} {...control}>
          {trigger}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...control} />
      )}
      {isOpen && (
        <div
          ref={listRef}
          id={id}
          role="menu"
          popover="manual"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={(event) => moveFocus(event, boxRef.current, close)}
          className="animate-rise fixed inset-auto z-40 m-0 min-w-52 rounded-2xl border border-line bg-raised p-1.5 text-ink shadow-high"
        >
          {items.map((item) => (
            <MenuButton key={item.label} item={item} onChoose={close} />
          ))}
        </div>
      )}
    </div>
  )
}

function MenuButton({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        onChoose()
        item.onSelect()
      }}
      className={`flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left hover:bg-sunken ${item.isDanger ? 'text-danger' : ''}`}
    >
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </button>
  )
}

/** In the browser's top layer, so that no card cuts it off; below the trigger, or above where there is no room. */
function showBelow(list: HTMLElement, trigger: HTMLElement): void {
  list.showPopover?.()
  const place = trigger.getBoundingClientRect()
  const height = list.offsetHeight
  const hasRoom = place.bottom + height + 8 < window.innerHeight || place.top < height + 8
  list.style.top = `${hasRoom ? place.bottom + 4 : place.top - height - 4}px`
  list.style.left = `${Math.max(8, Math.min(place.right - list.offsetWidth, window.innerWidth - list.offsetWidth - 8))}px`
}

function closeWhenLeft(box: HTMLElement, close: () => void): () => void {
  const leave = (event: Event) => {
    if (event.type === 'scroll' || !(event.target instanceof Node && box.contains(event.target))) close()
  }
  document.addEventListener('pointerdown', leave)
  window.addEventListener('scroll', leave, { passive: true })
  return () => {
    document.removeEventListener('pointerdown', leave)
    window.removeEventListener('scroll', leave)
  }
}

function moveFocus(event: KeyboardEvent, box: HTMLElement | null, close: () => void): void {
  const items = [...(box?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const index = items.findIndex((item) => item === document.activeElement)
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key]
  if (event.key === 'Escape' || event.key === 'Tab') close()
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
