import type { AreaScreens } from '#web/shell/screen.ts'

export const crewScreens: AreaScreens = {
  areas: ['crew', 'money'],
  screens: {
    home: async () => (await import('./home.tsx')).CrewHome,
    jobs: async () => (await import('./jobs.tsx')).FindWork,
    jobsList: async () => (await import('./jobs-list.tsx')).CrewJobsList,
    myAssignments: async () => (await import('./my-assignments.tsx')).MyAssignments,
  },
}
