import type { AreaScreens } from '#web/screen.ts'

export const openWorkScreens: AreaScreens = {
  areas: ['crew', 'assignments'],
  screens: {
    jobs: async () => (await import('./jobs.tsx')).FindWork,
  },
}
