import { DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { useUser } from '#web/session/user.ts'

/** The zone of the city on an operator's desk, by which its days begin. */
export function useDeskZone(): string {
  return useUser()?.desk_time_zone ?? DEFAULT_TIME_ZONE
}
