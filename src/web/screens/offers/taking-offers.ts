import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallKey, Reply } from '#web/api.ts'
import { useRefreshWork } from '#web/assignments/taking.ts'

export type Offer = Reply<'GET /api/offer'>

const READS: readonly CallKey[] = ['GET /api/offer', 'GET /api/offers', 'GET /api/visit']

/** Reads again what an answer to an offer has changed. */
export function useRefreshOffers(): () => void {
  const client = useQueryClient()
  const refreshWork = useRefreshWork()
  return useCallback(() => {
    for (const key of READS) void client.invalidateQueries({ queryKey: [key] })
    refreshWork()
  }, [client, refreshWork])
}
