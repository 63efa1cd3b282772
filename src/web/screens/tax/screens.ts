import type { AreaScreens } from '#web/screen.ts'

export const taxScreens: AreaScreens = {
  areas: ['tax', 'money'],
  screens: { openTaxForms: async () => (await import('./tax-forms.tsx')).TaxForms },
}
