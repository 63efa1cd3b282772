import type { AreaScreens } from '#web/screen.ts'

export const dispatchScreens: AreaScreens = {
  areas: ['operatorShell', 'dispatch', 'maps', 'offers', 'operator'],
  screens: {
    operatorDispatch: async () => (await import('./dispatch.tsx')).Dispatch,
  },
}
