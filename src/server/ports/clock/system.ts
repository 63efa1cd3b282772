import type { Instant } from '#domain/time.ts'
import type { Clock } from './port.ts'

export const systemClock: Clock = { now: () => Date.now() as Instant }
