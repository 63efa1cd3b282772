import type { ReactNode } from 'react'

export function Heading({ children }: { children: ReactNode }) {
  return <h2 className="text-2xl font-bold tracking-tight text-balance">{children}</h2>
}
