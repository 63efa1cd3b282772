import { prefetch } from '#web/api.ts'
import type { AreaScreens } from '#web/screen.ts'

export const openWorkScreens: AreaScreens = {
  areas: ['crew', 'assignments'],
  reads: {
    jobs: [
      (client) => prefetch(client, 'POST /api/get-job-routes', {}),
      (client) => prefetch(client, 'GET /api/services'),
    ],
  },
  screens: {
    jobs: async () => (await import('./jobs.tsx')).FindWork,
  },
}
