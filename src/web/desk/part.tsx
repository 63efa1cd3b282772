import type { ReactNode } from 'react'

/** What people wrote, below its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </section>
  )
}
