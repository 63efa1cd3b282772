import type { AreaScreens } from '#web/screen.ts'

/** What crews earn with partners; operators import it among their money. */
export const partnerScreens: AreaScreens = {
  areas: ['partners'],
  screens: {
    recyclopsPayouts: async () => (await import('./recyclops-payouts.tsx')).RecyclopsPayouts,
    operatorStatements: async () => (await import('./statements.tsx')).Statements,
  },
}
