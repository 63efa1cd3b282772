import type { AreaScreens } from '#web/screen.ts'

/** Operators import what crews earn with partners among their money. */
export const partnerOperatorScreens: AreaScreens = {
  areas: ['operatorShell', 'partners'],
  screens: {
    operatorStatements: async () => (await import('./statements.tsx')).Statements,
  },
}
