import type { AreaScreens } from '#web/screen.ts'

export const dispatchScreens: AreaScreens = {
  areas: ['operatorShell', 'dispatch', 'offers', 'operator'],
  screens: {
    operatorDispatch: async () => (await import('./dispatch.tsx')).Dispatch,
  },
}
