import type { AreaScreens } from '#web/screen.ts'

export const staffScreens: AreaScreens = {
  areas: ['operatorShell', 'staff'],
  screens: {
    operatorSecurity: async () => (await import('./security.tsx')).Security,
    operatorStaff: async () => (await import('./staff.tsx')).Staff,
  },
}
