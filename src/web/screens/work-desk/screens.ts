import type { AreaScreens } from '#web/screen.ts'

/** The pages of operators for what is not a person. */
export const workDeskScreens: AreaScreens = {
  areas: [
    'operatorShell',
    'approvals',
    'workDesk',
    'history',
    'auditLog',
    'feedback',
    'peopleDesk',
    'operator',
    'customer',
    'schedule',
    'money',
    'books',
    'offers',
    'today',
    'places',
  ],
  screens: {
    visit: async () => (await import('./visit.tsx')).OperatorVisit,
    operatorJob: async () => (await import('./job.tsx')).OperatorJob,
    operatorPlace: async () => (await import('./place.tsx')).OperatorPlace,
    operatorComplex: async () => (await import('./place.tsx')).OperatorPlace,
  },
}
