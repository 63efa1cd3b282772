import { prefetch } from '#web/api.ts'
import type { AreaScreens } from '#web/screen.ts'

export const operatorScreens: AreaScreens = {
  areas: [
    'operatorShell',
    'approvals',
    'operator',
    'schedule',
    'offers',
    'assignments',
    'feedback',
    'lateCompletions',
    'queues',
  ],
  reads: { operator: [(client) => prefetch(client, 'GET /api/operator-board', {})] },
  screens: {
    operator: async () => (await import('./board.tsx')).Board,
    operatorDisputes: async () => (await import('./disputes.tsx')).Disputes,
    operatorLateCompletions: async () => (await import('./late-completions.tsx')).LateCompletions,
    operatorOutbox: async () => (await import('./outbox.tsx')).Outbox,
  },
}
