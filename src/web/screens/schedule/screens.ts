import type { AreaScreens } from '#web/screen.ts'

/** Holidays and pushed days, which an operator looks after. */
export const scheduleScreens: AreaScreens = {
  areas: ['operatorShell', 'schedule'],
  screens: {
    operatorSchedule: async () => (await import('./operator-schedule.tsx')).OperatorSchedule,
  },
}
