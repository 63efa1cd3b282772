import type { AreaScreens } from '#web/shell/screen.ts'

export const operatorScreens: AreaScreens = {
  areas: ['operator', 'offers', 'offline', 'assignments'],
  screens: {
    home: async () => (await import('./board.tsx')).Board,
    operator: async () => (await import('./board.tsx')).Board,
    operatorPeople: async () => (await import('./people.tsx')).People,
    operatorOutbox: async () => (await import('./outbox.tsx')).Outbox,
  },
}
