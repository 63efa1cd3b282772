import type { AreaScreens } from '#web/shell/screen.ts'

export const operatorScreens: AreaScreens = {
  areas: ['operator', 'schedule', 'offers', 'offline', 'assignments', 'feedback'],
  screens: {
    home: async () => (await import('./board.tsx')).Board,
    operator: async () => (await import('./board.tsx')).Board,
    operatorPeople: async () => (await import('./people.tsx')).People,
    operatorSchedule: async () =>
      (await import('#web/screens/schedule/operator-schedule.tsx')).OperatorSchedule,
    operatorDisputes: async () => (await import('./disputes.tsx')).Disputes,
    operatorOutbox: async () => (await import('./outbox.tsx')).Outbox,
  },
}
