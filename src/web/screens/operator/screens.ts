import type { AreaScreens } from '#web/screen.ts'

export const operatorScreens: AreaScreens = {
  areas: ['operator', 'schedule', 'offers', 'assignments', 'feedback', 'lateCompletions'],
  screens: {
    operator: async () => (await import('./board.tsx')).Board,
    operatorPeople: async () => (await import('./people.tsx')).People,
    operatorDisputes: async () => (await import('./disputes.tsx')).Disputes,
    operatorLateCompletions: async () => (await import('./late-completions.tsx')).LateCompletions,
    operatorOutbox: async () => (await import('./outbox.tsx')).Outbox,
  },
}
