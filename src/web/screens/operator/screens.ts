import type { AreaScreens } from '#web/screen.ts'

export const operatorScreens: AreaScreens = {
  areas: ['operator', 'schedule', 'offers', 'assignments', 'feedback', 'lateReports'],
  screens: {
    home: async () => (await import('./board.tsx')).Board,
    operator: async () => (await import('./board.tsx')).Board,
    operatorPeople: async () => (await import('./people.tsx')).People,
    operatorDisputes: async () => (await import('./disputes.tsx')).Disputes,
    operatorLateReports: async () => (await import('./late-reports.tsx')).LateReports,
    operatorOutbox: async () => (await import('./outbox.tsx')).Outbox,
  },
}
