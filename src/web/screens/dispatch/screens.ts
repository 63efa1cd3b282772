import type { AreaScreens } from '#web/screen.ts'

export const dispatchScreens: AreaScreens = {
  areas: ['dispatch', 'offers', 'operator'],
  screens: {
    operatorDispatch: async () => (await import('./dispatch.tsx')).Dispatch,
  },
}
