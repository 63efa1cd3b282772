import type { AreaScreens } from '#web/screen.ts'

/** Pages for testing and old addresses (product §4, diagnostics); nothing links to them. */
export const diagnosticsScreens: AreaScreens = {
  areas: ['diagnostics'],
  screens: {
    oldOffer: async () => (await import('./old-offer.tsx')).OldOffer,
    timezoneTester: async () => (await import('./timezone-tester.tsx')).TimezoneTester,
    myJobsStaging: async () => (await import('./my-jobs-staging.tsx')).MyJobsStaging,
  },
}
