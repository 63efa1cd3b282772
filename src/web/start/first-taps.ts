/**
 * Stands by itself in pages that came drawn (`server/documents/write-document.ts`), and comes before the large script:
 * keeps what is tapped meanwhile, for `take-over.ts` to give it to the page that works. Links lead where they lead at once.
 */
import './first-taps-kept.ts'

const MOST = 5

const elements: Element[] = []

function keep(event: Event): void {
  if (!(event.target instanceof Element) || event.target.closest('a')) return
  const tapped = event.target.closest('button, input[type=radio], input[type=checkbox]')
  if (tapped === null) return
  if (tapped.tagName === 'BUTTON') event.preventDefault()
  if (elements.length < MOST) elements.push(tapped)
}

document.addEventListener('click', keep, true)
window.crewFirstTaps = { elements, stop: () => document.removeEventListener('click', keep, true) }
