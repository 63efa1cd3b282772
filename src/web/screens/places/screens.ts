import type { AreaScreens } from '#web/screen.ts'

export const placesScreens: AreaScreens = {
  areas: ['places', 'customer', 'schedule', 'onboarding'],
  screens: {
    property: async () => (await import('./property.tsx')).PropertyScreen,
    hospitableRedirect: async () => (await import('./hospitable-redirect.tsx')).HospitableRedirect,
    placesTesting: async () => (await import('./places-testing.tsx')).PlacesTesting,
    importProperties: async () => (await import('./import-properties.tsx')).ImportProperties,
  },
}
