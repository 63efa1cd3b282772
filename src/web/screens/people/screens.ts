import type { AreaScreens } from '#web/screen.ts'

export const peopleScreens: AreaScreens = {
  areas: ['sharing'],
  screens: {
    people: async () => (await import('./people.tsx')).People,
  },
}
