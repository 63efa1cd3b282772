/** The part of the build that lets the first script wait for what is painted without it. */
import type { Plugin } from 'vite'

/** Pages that came drawn with the document are painted before the script is there. */
export function scriptAfterPaint(): Plugin {
  return {
    name: 'crew:script-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}
