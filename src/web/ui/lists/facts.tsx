/** Names with their values, one beside the other. */
import type { ReactNode } from 'react'

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
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
