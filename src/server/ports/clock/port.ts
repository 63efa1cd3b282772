import type { Instant } from '#domain/time.ts'

/** What time it is. The system's in production; the simulation and the tests move their own. */
export type Clock = { now(): Instant }
