/** What somebody else changed meanwhile is read again, so that whoever is refused sees it. */
import { useQueryClient } from '@tanstack/react-query'
import type { CallKey } from '#web/api.ts'

export function useLookAgain(read: CallKey) {
  const client = useQueryClient()
  return async (saved: Promise<unknown>): Promise<void> => {
    try {
      await saved
    } catch (error) {
      void client.invalidateQueries({ queryKey: [read] })
      throw error
    }
  }
}
