/** `<Card title=… actions=…>…</Card>` – a white sheet with a soft border; `as="section"` by default. */
import { type ReactNode, useId } from 'react'

type CardProps = {
  title?: ReactNode
  actions?: ReactNode
  isFlush?: boolean
  isBelow?: boolean
  children: ReactNode
}

/**
 * `isFlush` leaves out the padding, for lists and maps that reach the edge. `isBelow` is for what a phone shows after
 * scrolling only: the browser lays it out when it comes near.
 */
export function Card({ title, actions, isFlush = false, isBelow = false, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={`min-w-0 overflow-clip rounded-2xl border border-line bg-card shadow-card ${isBelow ? '[contain-intrinsic-size:auto_24rem] [content-visibility:auto]' : ''}`}
    >
      {(title || actions) && (
        <header
          className={`flex min-h-11 flex-wrap items-center justify-between gap-3 px-4 pt-4 sm:px-5 ${isFlush ? 'pb-2' : ''}`}
        >
          <h2 id={id} className="min-w-0 flex-1 basis-[6rem] first-letter:uppercase text-lg font-semibold">
            {title}
          </h2>
          {actions && <div className="flex shrink-0 items-center gap-2 crowded:shrink">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? '' : 'p-4 sm:p-5'}>{children}</div>
    </section>
  )
}
