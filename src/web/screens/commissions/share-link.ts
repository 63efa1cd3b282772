import { useEffect } from 'react'
import { useAction } from '#web/api.ts'

/** The short form of one's own link; undefined until there is one, and the long one is as good. */
export function useShareLink(): string | undefined {
  const { mutate, data } = useAction('POST /api/make-share-link')
  useEffect(() => mutate({}), [mutate])
  return data?.url
}
