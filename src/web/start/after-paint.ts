/**
 * Stands in the document of a drawn page: the large script, and what its screen is made of, are asked for once the
 * drawing has been painted (`server/documents/write-document.ts`).
 */

/** Behind another tab nothing is painted. */
const LONGEST_MS = 1_000

function goOn(): void {
  const rest = document.getElementById('after-paint')
  if (!(rest instanceof HTMLTemplateElement)) return
  rest.remove()
  document.head.append(rest.content)
}

requestAnimationFrame(() => setTimeout(goOn))
setTimeout(goOn, LONGEST_MS)
