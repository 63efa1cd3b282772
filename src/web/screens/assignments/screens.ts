import { prefetch } from '#web/api.ts'
import type { AreaScreens } from '#web/screen.ts'

export const assignmentsScreens: AreaScreens = {
  areas: ['crew', 'assignments'],
  reads: {
    myAssignments: [
      (client) => prefetch(client, 'POST /api/get-assignments', {}),
      (client) => prefetch(client, 'POST /api/get-reliability', {}),
    ],
  },
  screens: {
    myAssignments: async () => (await import('./my-assignments.tsx')).MyAssignments,
  },
}
