import type { AreaScreens } from '#web/screen.ts'

export const trustScreens: AreaScreens = {
  areas: ['operatorShell', 'auditLog', 'systemHealth'],
  screens: {
    operatorSystem: async () => (await import('./system.tsx')).System,
    operatorReadiness: async () => (await import('./going-live.tsx')).GoingLive,
    operatorLog: async () => (await import('./log.tsx')).Log,
  },
}
