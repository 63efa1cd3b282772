import type { AreaScreens } from '#web/shell/screen.ts'

export const crewScreens: AreaScreens = {
  areas: ['crew', 'money'],
  screens: {
    home: async () => (await import('./home.tsx')).CrewHome,
    jobs: async () => (await import('./jobs.tsx')).FindWork,
    jobsList: async () => (await import('./jobs-list.tsx')).CrewJobsList,
    visit: async () => (await import('./visit.tsx')).CrewVisit,
    myAssignments: async () => (await import('./my-assignments.tsx')).MyAssignments,
  },
}
