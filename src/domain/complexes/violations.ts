/** What can be wrong at a door. */
export const VIOLATION_KINDS = [
  'loose_trash',
  'overweight',
  'hazardous',
  'bin_left_out',
  'blocked',
  'other',
] as const

export type ViolationKind = (typeof VIOLATION_KINDS)[number]
