import type { AreaScreens } from '#web/screen.ts'

export const complexesScreens: AreaScreens = {
  areas: ['complexes', 'crew', 'customer', 'onboarding', 'assignments', 'today'],
  screens: {
    customerComplexes: async () => (await import('./customer-complexes.tsx')).CustomerComplexes,
    customerComplex: async () => (await import('./customer-complex.tsx')).CustomerComplex,
    complexes: async () => (await import('./open-complexes.tsx')).OpenComplexes,
    complex: async () => (await import('./crew-complex.tsx')).CrewComplex,
  },
}
