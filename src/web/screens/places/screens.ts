import type { AreaScreens } from '#web/screen.ts'

export const placesScreens: AreaScreens = {
  areas: ['places', 'customer', 'schedule', 'onboarding'],
  screens: {
    property: async () => (await import('./property.tsx')).PropertyScreen,
    placesTesting: async () => (await import('./places-testing.tsx')).PlacesTesting,
    importProperties: async () => (await import('./import-properties.tsx')).ImportProperties,
  },
}
