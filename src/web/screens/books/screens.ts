import type { AreaScreens } from '#web/screen.ts'

export const booksScreens: AreaScreens = {
  areas: ['books', 'money'],
  screens: {
    operatorReconcile: async () => (await import('./reconcile.tsx')).Reconcile,
  },
}
