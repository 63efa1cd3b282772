/** The catalogue in the reader's language: `const services = useServices(); services.name('bins')`. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { useLanguage } from '#web/text/store.ts'
import { type IconName, iconNames } from '#web/ui/icon.tsx'

export type Service = Reply<'GET /api/services'>[number]

const HOUR_MS = 3_600_000

export function useServices() {
  const isSpanish = useLanguage() === 'es'
  const { data = [], isPending } = useEndpoint('GET /api/services', {}, { staleMs: HOUR_MS })
  const find = (key: string) => data.find((service) => service.key === key)
  return {
    all: data,
    isPending,
    find,
    name: (key: string) => (isSpanish ? find(key)?.nameEs : find(key)?.nameEn) ?? '',
    unit: (key: string) => (isSpanish ? find(key)?.unitEs : find(key)?.unitEn) ?? '',
    icon: (key: string): IconName => iconNames.find((name) => name === find(key)?.icon) ?? 'calendar',
  }
}
