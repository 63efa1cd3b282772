import { instant } from '#domain/time.ts'
import type { Clock } from './port.ts'

export const systemClock: Clock = { now: () => instant(Date.now()) }
