import type { AreaScreens } from '#web/screen.ts'

export const peopleDeskScreens: AreaScreens = {
  areas: [
    'operatorShell',
    'approvals',
    'peopleDesk',
    'workDesk',
    'history',
    'auditLog',
    'operator',
    'assignments',
    'customer',
    'money',
    'today',
    'feedback',
    'books',
  ],
  screens: {
    operatorPeople: async () => (await import('./people.tsx')).People,
    operatorPerson: async () => (await import('./person.tsx')).PersonPage,
  },
}
