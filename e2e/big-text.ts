/** What of a page is out of sight for somebody who set the text of the browser to 200 % (WCAG 1.4.4). */
import type { Page } from 'playwright-core'
import { untilTrue } from './browser.ts'

const NORMAL = { standard: 16, fixed: 13 }
const DOUBLE = { standard: 32, fixed: 26 }

export async function cutAtDoubleText(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const setText = (fontSizes: typeof NORMAL) => session.send('Page.setFontSizes', { fontSizes })
  await session.send('Page.enable')
  await setText(DOUBLE)
  try {
    await untilTrue(page, "getComputedStyle(document.documentElement).fontSize === '32px'")
    return await page.evaluate<string[]>(MEASURE)
  } finally {
    await setText(NORMAL)
    await session.detach()
  }
}

/** Texts that reach beyond what cuts them off, or beyond the page where nothing scrolls. */
const MEASURE = `(() => {
  const found = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const words = node.textContent.trim()
    if (words === '' || node.parentElement.closest('.sr-only, svg, script, style')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width <= 1) continue
    if (isCut(node.parentElement, text)) found.push('cut off: ' + words.slice(0, 60))
  }
  return found

  function isCut(from, text) {
    for (let box = from; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      // For screen readers only.
      if (edge.width <= 1) return false
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      if (overflowX === 'hidden' || overflowX === 'clip')
        if (text.right > edge.right + 1 || text.left < edge.left - 1) return true
    }
    return text.right > width + 1 || text.left < -1
  }
})()`
