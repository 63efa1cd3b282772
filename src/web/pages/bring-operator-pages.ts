/** Brings the part of the shell that only operators need, once. */
import { useEffect, useState } from 'react'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { loadAreas } from '#web/text/store.ts'
import type { OperatorPages } from './operator-pages.ts'

let brought: OperatorPages | undefined

export async function bringOperatorPages(): Promise<OperatorPages> {
  const [{ operatorPages }] = await Promise.all([
    import('./operator-pages.ts'),
    loadAreas(['operatorShell']),
    // A page without its styles would jump; what failed to come is asked for again with the rest.
    import('./operator.css'),
  ])
  brought = operatorPages
  return operatorPages
}

/** The part once it is there, or why it is not. Nothing is asked for while it is not needed. */
export function useOperatorPages(isNeeded: boolean): { pages?: OperatorPages; failure?: { error: unknown } } {
  const [pages, setPages] = useState(brought)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isMissing = isNeeded && pages === undefined
  useEffect(() => {
    if (!isMissing) return
    let isHere = true
    loadChunk(bringOperatorPages).then(
      (came) => isHere && setPages(came),
      (error: unknown) => isHere && setFailure({ error }),
    )
    return () => {
      isHere = false
    }
  }, [isMissing])
  return isNeeded ? { pages, failure } : {}
}
