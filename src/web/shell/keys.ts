/**
 * Single keys for desks: j and k walk the rows of a list (`data-row`), / goes to the search, ? shows the keys. Enter
 * opens what has the focus and Escape closes what is open by themselves. Nothing while somebody types, nor with a
 * modifier; and all of it can be switched off (WCAG 2.1.4).
 */
export function listenForKeys(onHelp: () => void): () => void {
  const act = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    const isDone = press(event.key, onHelp)
    if (isDone) event.preventDefault()
  }
  document.addEventListener('keydown', act)
  return () => document.removeEventListener('keydown', act)
}

function press(key: string, onHelp: () => void): boolean {
  if (key === '?') {
    onHelp()
    return true
  }
  if (key === 'j') return goBy(1)
  if (key === 'k') return goBy(-1)
  if (key === '/') return goTo(room().querySelector<HTMLElement>('input[type="search"]'))
  return false
}

/** From the row that has the focus, or that something in it has; else from the first in sight. */
function goBy(step: 1 | -1): boolean {
  const rows = [...room().querySelectorAll<HTMLElement>('[data-row]')]
  const here = rows.findIndex((row) => row === document.activeElement || isBeside(row))
  if (here !== -1) return goTo(rows[Math.min(rows.length - 1, Math.max(0, here + step))])
  return goTo(rows.find((row) => row.getBoundingClientRect().bottom >= 0))
}

function isBeside(row: HTMLElement): boolean {
  return row.closest('li, tr')?.contains(document.activeElement) ?? false
}

function goTo(element: HTMLElement | null | undefined): boolean {
  if (!element) return false
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}

/** What is open above the page, or the page. */
function room(): Element {
  return (
    [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? document.body
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
