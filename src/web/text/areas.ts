/** Where the words of each area come from, by language. */
import type { Area, AreaText } from './en.ts'

export type Language = 'en' | 'es'
export const LANGUAGES: readonly Language[] = ['en', 'es']

type Loaders = { readonly [Name in Area]: () => Promise<AreaText[Name]> }

export const areaLoaders: Record<Language, Loaders> = {
  en: {
    offers: async () => (await import('./en/offers.ts')).offers,
    ondemand: async () => (await import('./en/ondemand.ts')).ondemand,
    onboarding: async () => (await import('./en/onboarding.ts')).onboarding,
    complexes: async () => (await import('./en/complexes.ts')).complexes,
    customer: async () => (await import('./en/customer.ts')).customer,
    feedback: async () => (await import('./en/feedback.ts')).feedback,
    device: async () => (await import('./en/device.ts')).device,
    diagnostics: async () => (await import('./en/diagnostics.ts')).diagnostics,
    crew: async () => (await import('./en/crew.ts')).crew,
    assignments: async () => (await import('./en/assignments.ts')).assignments,
    lateReports: async () => (await import('./en/late-reports.ts')).lateReports,
    money: async () => (await import('./en/money.ts')).money,
    notices: async () => (await import('./en/notices.ts')).notices,
    offline: async () => (await import('./en/offline.ts')).offline,
    operator: async () => (await import('./en/operator.ts')).operator,
    places: async () => (await import('./en/places.ts')).places,
    schedule: async () => (await import('./en/schedule.ts')).schedule,
    today: async () => (await import('./en/today.ts')).today,
  },
  es: {
    offers: async () => (await import('./es/offers.ts')).offers,
    ondemand: async () => (await import('./es/ondemand.ts')).ondemand,
    onboarding: async () => (await import('./es/onboarding.ts')).onboarding,
    complexes: async () => (await import('./es/complexes.ts')).complexes,
    customer: async () => (await import('./es/customer.ts')).customer,
    feedback: async () => (await import('./es/feedback.ts')).feedback,
    device: async () => (await import('./es/device.ts')).device,
    diagnostics: async () => (await import('./es/diagnostics.ts')).diagnostics,
    crew: async () => (await import('./es/crew.ts')).crew,
    assignments: async () => (await import('./es/assignments.ts')).assignments,
    lateReports: async () => (await import('./es/late-reports.ts')).lateReports,
    money: async () => (await import('./es/money.ts')).money,
    notices: async () => (await import('./es/notices.ts')).notices,
    offline: async () => (await import('./es/offline.ts')).offline,
    operator: async () => (await import('./es/operator.ts')).operator,
    places: async () => (await import('./es/places.ts')).places,
    schedule: async () => (await import('./es/schedule.ts')).schedule,
    today: async () => (await import('./es/today.ts')).today,
  },
}
export const AREAS = Object.keys(areaLoaders.en) as Area[]
