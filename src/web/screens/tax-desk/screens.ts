import type { AreaScreens } from '#web/screen.ts'

export const taxDeskScreens: AreaScreens = {
  areas: ['operatorShell', 'taxDesk'],
  screens: { operatorTax: async () => (await import('./tax-desk.tsx')).TaxDesk },
}
