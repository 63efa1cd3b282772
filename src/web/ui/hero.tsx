/**
 * `<Hero eyebrow=… title=… drawing={<DonePhotoDrawing />} actions={<ButtonLink tone="primary" …/>}>{sentence}</Hero>` –
 * what a page is about, said first and large. One a page; its action is the page's only primary one.
 */
import { type ReactNode, useId } from 'react'

type HeroProps = {
  eyebrow?: ReactNode
  title: ReactNode
  drawing?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function Hero({ eyebrow, title, drawing, actions, children }: HeroProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-3xl bg-accent-soft p-5 sm:flex-nowrap sm:p-6"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-1.5">
        {eyebrow && <p className="text-sm font-semibold text-accent first-letter:uppercase">{eyebrow}</p>}
        <h2 id={id} className="text-2xl font-extrabold tracking-tight first-letter:uppercase">
          {title}
        </h2>
        {children && <div className="max-w-prose">{children}</div>}
        {actions && <div className="flex flex-wrap gap-2 pt-2">{actions}</div>}
      </div>
      {drawing && <div className="mx-auto shrink-0 crowded:hidden">{drawing}</div>}
    </section>
  )
}
