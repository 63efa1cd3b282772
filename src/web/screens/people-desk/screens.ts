import type { AreaScreens } from '#web/screen.ts'

export const peopleDeskScreens: AreaScreens = {
  areas: ['peopleDesk', 'operator', 'assignments', 'customer', 'money'],
  screens: { operatorPerson: async () => (await import('./person.tsx')).PersonPage },
}
