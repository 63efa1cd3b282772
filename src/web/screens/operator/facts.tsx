/** What an operator reads before a decision: names with their values, and what people wrote. */
import type { ReactNode } from 'react'

export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </section>
  )
}
