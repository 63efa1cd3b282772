import type { AreaScreens } from '#web/screen.ts'

export const trustScreens: AreaScreens = {
  areas: ['auditLog'],
  screens: {
    operatorLog: async () => (await import('./log.tsx')).Log,
  },
}
