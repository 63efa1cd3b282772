/**
 * `<HeadActions>…</HeadActions>` – several buttons in the head of a page: on a phone they share its whole width, also
 * below the bell, and drop their icons so that two fit beside one another; where there is room they keep their own.
 */
import type { ReactNode } from 'react'

export function HeadActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-[calc(100vw-2rem)] max-sm:*:grow max-sm:[&_svg]:hidden">
      {children}
    </div>
  )
}
