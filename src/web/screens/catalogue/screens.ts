import type { AreaScreens } from '#web/screen.ts'

export const catalogueScreens: AreaScreens = {
  areas: ['operatorShell', 'catalogue'],
  screens: { operatorCatalogue: async () => (await import('./catalogue.tsx')).Catalogue },
}
