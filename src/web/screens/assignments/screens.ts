import type { AreaScreens } from '#web/screen.ts'

export const assignmentsScreens: AreaScreens = {
  areas: ['crew', 'assignments'],
  screens: {
    myAssignments: async () => (await import('./my-assignments.tsx')).MyAssignments,
  },
}
