import type { AreaScreens } from '#web/screen.ts'

export const staffScreens: AreaScreens = {
  areas: ['staff'],
  screens: {
    operatorSecurity: async () => (await import('./security.tsx')).Security,
    operatorStaff: async () => (await import('./staff.tsx')).Staff,
  },
}
