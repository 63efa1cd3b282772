import { prefetch } from '#web/api.ts'
import type { AreaScreens } from '#web/screen.ts'

export const customerScreens: AreaScreens = {
  areas: ['customer', 'schedule', 'money', 'places', 'offers', 'onboarding', 'today', 'feedback'],
  reads: {
    home: [
      (client) => prefetch(client, 'GET /api/customer-summary'),
      (client) => prefetch(client, 'GET /api/services'),
      async (client) => (await import('./home.tsx')).prefetchNextVisit(client),
    ],
    jobs: [
      async (client) => (await import('./this-week.ts')).prefetchThisWeek(client),
      (client) => prefetch(client, 'GET /api/services'),
    ],
  },
  screens: {
    home: async () => (await import('./home.tsx')).CustomerHome,
    jobs: async () => (await import('./jobs.tsx')).CustomerJobs,
    jobsList: async () => (await import('./jobs-list.tsx')).CustomerJobsList,
    visit: async () => (await import('./visit.tsx')).CustomerVisit,
  },
}
