import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, type CallKey } from '#web/api.ts'

/** What is not true any more once work was taken or released. */
const READS: readonly CallKey[] = [
  'POST /api/get-job-routes',
  'POST /api/get-assignments',
  'GET /api/day',
  'POST /api/get-crew-visits',
  'POST /api/get-visits-to-confirm',
  'POST /api/get-reliability',
  'POST /api/open-assignments-link',
]

/** Reads again what is open and what is assigned: after taking, and after somebody else was faster. */
export function useRefreshWork(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const key of READS) void client.invalidateQueries({ queryKey: [key] })
  }, [client])
}

/** Whether work could not be had because it is not there any more. */
export function isLost(error: Error): boolean {
  return error instanceof ApiError && ['offer_taken', 'no_longer_open'].includes(error.code)
}
