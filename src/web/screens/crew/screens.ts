import { prefetch } from '#web/api.ts'
import type { AreaScreens } from '#web/screen.ts'

export const crewScreens: AreaScreens = {
  areas: ['crew', 'schedule', 'assignments', 'money', 'offers', 'offline', 'today', 'feedback'],
  reads: {
    home: [
      (client) => prefetch(client, 'GET /api/offers', {}),
      (client) => prefetch(client, 'GET /api/day', {}),
      (client) => prefetch(client, 'POST /api/get-visits-to-confirm'),
      (client) => prefetch(client, 'GET /api/day-plan', { query: {} }),
      (client) => prefetch(client, 'GET /api/whereabouts', {}),
      (client) => prefetch(client, 'GET /api/services'),
    ],
  },
  screens: {
    home: async () => (await import('./home.tsx')).CrewHome,
    jobsList: async () => (await import('./jobs-list.tsx')).CrewJobsList,
    visit: async () => (await import('./visit.tsx')).CrewVisit,
    confirmJobs: async () => (await import('./confirm-jobs.tsx')).ConfirmJobs,
  },
}
