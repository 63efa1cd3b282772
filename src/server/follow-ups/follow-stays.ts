/** Who does what follows when stays are new, moved or cancelled: the one list, handed to the application when it is opened. */
import type { StayFollowUp } from '../app.ts'
import { followStaysWithPickups } from '../pickups/plan-pickups.ts'
import { followStays } from '../turnovers/plan-place.ts'

/** Done in this order. */
export const stayFollowUps: readonly StayFollowUp[] = [followStays, followStaysWithPickups]
