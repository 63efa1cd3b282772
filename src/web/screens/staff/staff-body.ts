import type { StaffRole } from '#domain/staff/roles.ts'

/** Roles as they are sent. */
export type BodyOf = { everywhere: StaffRole | null; cities: { marketId: string; role: StaffRole }[] }
