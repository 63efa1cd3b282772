/**
 * A page that came drawn with its document goes on as the page that works: it stays until the same can stand in its
 * place, whole, and what was typed, chosen or tapped in it meanwhile is so in the other, too.
 */
import type { QueryClient } from '@tanstack/react-query'
import { bringScreen, firstScreen } from '#web/pages/bring-screen.ts'
import { findPage } from '#web/pages/find-page.ts'
import { findScreen } from '#web/pages/find-screen.ts'
import './first-taps-kept.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

export async function takeOver(container: HTMLElement, client: QueryClient): Promise<void> {
  const page = findPage(window.location.pathname)
  const found = page && findScreen(page.key, undefined)
  // Without its screen the page that works begins with its frame, as where nothing was drawn.
  if (found && !firstScreen.isDrawn)
    await bringScreen(found, client).then(
      () => (firstScreen.isDrawn = true),
      () => undefined,
    )
  handOverLater(container)
}

/** Everything in the turn in which the drawn page goes: until then people go on typing in it. */
export function handOverLater(container: HTMLElement): void {
  const drawn = container.firstElementChild
  const fields = [...container.querySelectorAll<Field>('input, textarea')]
  let focused = document.activeElement
  const follow = ({ type, target }: FocusEvent) => {
    if (type === 'focusin' && target instanceof Element) focused = target
    // What is taken away while somebody types in it was not left.
    else setTimeout(() => target === focused && drawn?.isConnected && (focused = null))
  }
  container.addEventListener('focusin', follow)
  container.addEventListener('focusout', follow)
  new MutationObserver((_changes, observer) => {
    if (drawn?.isConnected) return
    observer.disconnect()
    container.removeEventListener('focusin', follow)
    container.removeEventListener('focusout', follow)
    handOver(container, fields, focused)
  }).observe(container, { childList: true })
}

function handOver(container: HTMLElement, fields: readonly Field[], focused: Element | null): void {
  const taps = window.crewFirstTaps
  taps?.stop()
  for (const field of fields)
    if (field.value !== field.defaultValue) retype(twinOf(container, field), field.value)
  for (const tapped of taps?.elements ?? []) {
    const twin = twinOf(container, tapped)
    if (twin instanceof HTMLElement) twin.click()
  }
  if (focused !== null && !focused.isConnected) putFocus(twinOf(container, focused), focused)
}

/** As a person types: the page that works hears of it. */
function retype(field: Element | undefined, value: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function putFocus(twin: Element | undefined, before: Element): void {
  if (!(twin instanceof HTMLElement)) return
  twin.focus({ preventScroll: true })
  if (!(twin instanceof HTMLInputElement && before instanceof HTMLInputElement)) return
  try {
    twin.setSelectionRange(before.selectionStart, before.selectionEnd)
  } catch {
    // Fields of some kinds, as of an email address, tell no caret.
    return
  }
}

/** The same button or field of the page that works; undefined where it has none. */
function twinOf(container: HTMLElement, drawn: Element): Element | undefined {
  const name = nameOf(drawn)
  return [...container.querySelectorAll(drawn.tagName)].find((each) => nameOf(each) === name)
}

function nameOf(element: Element): string {
  const said = ['type', 'name', 'aria-label'].map((key) => element.getAttribute(key) ?? '')
  const isChoice = element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type)
  return [...said, isChoice ? element.value : '', element.textContent].join('|')
}
