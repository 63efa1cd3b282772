import type { AreaScreens } from '#web/screen.ts'

export const numbersScreens: AreaScreens = {
  areas: ['numbers', 'operator'],
  screens: { operatorNumbers: async () => (await import('./numbers.tsx')).Numbers },
}
