/** Pages that the build draws for strangers; the server puts the drawing into the document, under this name of a file. */
import type { PagePath } from './pages.ts'

export const DRAWN_PAGES = {
  '/get-started': 'get-started',
  '/login': 'login',
  '/ondemand': 'ondemand',
} as const satisfies Partial<Record<PagePath, string>>

export type DrawnPage = keyof typeof DRAWN_PAGES
