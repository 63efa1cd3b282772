import type { AreaScreens } from '#web/screen.ts'

export const booksScreens: AreaScreens = {
  areas: ['operatorShell', 'books', 'money'],
  screens: {
    operatorReconcile: async () => (await import('./reconcile.tsx')).Reconcile,
  },
}
