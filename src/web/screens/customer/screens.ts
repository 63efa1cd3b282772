import type { AreaScreens } from '#web/shell/screen.ts'

export const customerScreens: AreaScreens = {
  areas: ['customer', 'money', 'places', 'onboarding'],
  screens: {
    home: async () => (await import('./home.tsx')).CustomerHome,
    jobs: async () => (await import('./jobs.tsx')).CustomerJobs,
    jobsList: async () => (await import('./jobs-list.tsx')).CustomerJobsList,
    visit: async () => (await import('./visit.tsx')).CustomerVisit,
  },
}
