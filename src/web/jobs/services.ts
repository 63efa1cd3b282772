/** The catalogue in the reader's language: `const services = useServices(); services.name('bins')`. */

import type { Language } from '#domain/language.ts'
import type { UnitTexts } from '#domain/pricing/unit-texts.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { nameIn, unitIn } from '#web/text/names.ts'
import { useLanguage } from '#web/text/store.ts'
import { type IconName, iconNames } from '#web/ui/icon.tsx'

export const iconOf = (icon: string | undefined): IconName =>
  iconNames.find((name) => name === icon) ?? 'tool'

export type Service = Reply<'GET /api/services'>[number]
export type Services = ReturnType<typeof useServices>

/** The catalogue changes a few times a year. */
const STALE_MS = 3_600_000
const NONE: readonly Service[] = []

/** Until the catalogue is there a service has the words of its key for a name. */
export function useServices() {
  const language = useLanguage()
  const { data = NONE, isPending } = useEndpoint('GET /api/services', {}, { staleMs: STALE_MS })
  return { ...servicesIn(language, data), isPending }
}

/** For those who keep what they make of it: the list is the same one until it was read again. */
export function servicesIn(language: Language, all: readonly Service[]) {
  const find = (key: string) => all.find((service) => service.key === key)
  return {
    all,
    find,
    name: (key: string) => {
      const service = find(key)
      return service === undefined ? key.replaceAll('_', ' ') : nameIn(language, service)
    },
    unit: (key: string): UnitTexts => {
      const service = find(key)
      return service === undefined ? { one: '', other: '' } : unitIn(language, service)
    },
    icon: (key: string): IconName => iconOf(find(key)?.icon),
  }
}
