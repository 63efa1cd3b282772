/** Where the words of each area come from, by language. */
import type { Language } from '#domain/language.ts'
import type { Area, AreaText } from './en.ts'

type Loaders = { readonly [Name in Area]: () => Promise<AreaText[Name]> }

export const areaLoaders: Record<Language, Loaders> = {
  en: {
    offers: async () => (await import('./en/week-words.ts')).offers,
    ondemand: async () => (await import('./en/ondemand.ts')).ondemand,
    onboarding: async () => (await import('./en/customer-words.ts')).onboarding,
    complexes: async () => (await import('./en/complexes.ts')).complexes,
    customer: async () => (await import('./en/customer-words.ts')).customer,
    feedback: async () => (await import('./en/week-words.ts')).feedback,
    device: async () => (await import('./en/device.ts')).device,
    diagnostics: async () => (await import('./en/diagnostics.ts')).diagnostics,
    crew: async () => (await import('./en/crew-words.ts')).crew,
    assignments: async () => (await import('./en/crew-words.ts')).assignments,
    lateReports: async () => (await import('./en/late-reports.ts')).lateReports,
    money: async () => (await import('./en/week-words.ts')).money,
    notices: async () => (await import('./en/notices.ts')).notices,
    offline: async () => (await import('./en/crew-words.ts')).offline,
    operator: async () => (await import('./en/operator.ts')).operator,
    places: async () => (await import('./en/customer-words.ts')).places,
    schedule: async () => (await import('./en/week-words.ts')).schedule,
    today: async () => (await import('./en/week-words.ts')).today,
  },
  es: {
    offers: async () => (await import('./es/week-words.ts')).offers,
    ondemand: async () => (await import('./es/ondemand.ts')).ondemand,
    onboarding: async () => (await import('./es/customer-words.ts')).onboarding,
    complexes: async () => (await import('./es/complexes.ts')).complexes,
    customer: async () => (await import('./es/customer-words.ts')).customer,
    feedback: async () => (await import('./es/week-words.ts')).feedback,
    device: async () => (await import('./es/device.ts')).device,
    diagnostics: async () => (await import('./es/diagnostics.ts')).diagnostics,
    crew: async () => (await import('./es/crew-words.ts')).crew,
    assignments: async () => (await import('./es/crew-words.ts')).assignments,
    lateReports: async () => (await import('./es/late-reports.ts')).lateReports,
    money: async () => (await import('./es/week-words.ts')).money,
    notices: async () => (await import('./es/notices.ts')).notices,
    offline: async () => (await import('./es/crew-words.ts')).offline,
    operator: async () => (await import('./es/operator.ts')).operator,
    places: async () => (await import('./es/customer-words.ts')).places,
    schedule: async () => (await import('./es/week-words.ts')).schedule,
    today: async () => (await import('./es/week-words.ts')).today,
  },
}
export const AREAS = Object.keys(areaLoaders.en) as Area[]
