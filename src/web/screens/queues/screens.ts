import type { AreaScreens } from '#web/screen.ts'

export const queuesScreens: AreaScreens = {
  areas: ['queues', 'operator'],
  screens: { operatorQueues: async () => (await import('./queue.tsx')).QueuePage },
}
