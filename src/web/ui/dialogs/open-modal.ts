/**
 * `openModal(dialog)` opens the browser's modal dialog; what it answers takes back what has not happened yet.
 *
 * `showModal` makes the rest of the page inert, and for that the browser works out the style of every element anew,
 * which took half of a tap on a slow phone. Where a finger points, the dialog is therefore drawn at the tap as a
 * popover, above everything too, and becomes modal as soon as that picture is out. A keyboard gets it modal at once:
 * Escape and Tab must work from the first moment. So do browsers without popovers (Safari before 17).
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  if (!('showPopover' in dialog) || !matchMedia?.('(pointer: coarse)').matches) {
    becomeModal(dialog)
    return () => undefined
  }
  dialog.popover = 'manual'
  dialog.showPopover()
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(becomeModal, 0, dialog)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    dialog.popover = null
  }
}

function becomeModal(dialog: HTMLDialogElement): void {
  dialog.popover = null
  if (!dialog.open) dialog.showModal()
  document.documentElement.style.overflow = 'hidden'
}
