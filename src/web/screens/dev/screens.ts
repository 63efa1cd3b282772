import type { AreaScreens } from '#web/screen.ts'

/** Comes to whoever asks for it, outside of production (`pages/diagnostics.ts`). */
export const devScreens: AreaScreens = {
  areas: [],
  screens: { design: async () => (await import('./design.tsx')).Design },
}
