import { prefetch } from '#web/api.ts'
import type { AreaScreens } from '#web/shell/screen.ts'

export const crewScreens: AreaScreens = {
  areas: ['crew', 'money'],
  reads: {
    home: [
      (client) => prefetch(client, 'GET /api/day', {}),
      (client) => prefetch(client, 'GET /api/services'),
      (client) => prefetch(client, 'GET /api/crew-payments', { query: {} }),
    ],
  },
  screens: {
    home: async () => (await import('./home.tsx')).CrewHome,
    jobs: async () => (await import('./jobs.tsx')).FindWork,
    jobsList: async () => (await import('./jobs-list.tsx')).CrewJobsList,
    visit: async () => (await import('./visit.tsx')).CrewVisit,
    myAssignments: async () => (await import('./my-assignments.tsx')).MyAssignments,
  },
}
