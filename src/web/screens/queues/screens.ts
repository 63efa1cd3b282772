import type { AreaScreens } from '#web/screen.ts'

export const queuesScreens: AreaScreens = {
  areas: [
    'operatorShell',
    'approvals',
    'queues',
    'operator',
    'workDesk',
    'feedback',
    'lateCompletions',
    'offers',
    'customer',
    'schedule',
    'money',
    'moneyDesk',
    'books',
    'chargebacks',
    'referralDesk',
    'systemHealth',
  ],
  screens: { operatorQueues: async () => (await import('./queue.tsx')).QueuePage },
}
