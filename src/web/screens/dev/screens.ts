import type { AreaScreens } from '#web/screen.ts'

/** Only development builds know this page: the condition is decided while building, and the import goes with it. */
export const devScreens: AreaScreens = {
  areas: [],
  screens: import.meta.env.DEV ? { design: async () => (await import('./design.tsx')).Design } : {},
}
