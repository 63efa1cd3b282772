/** The catalogue's words for services, which replies name by key. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { useLanguage } from '#web/text/store.ts'
import type { IconName } from '#web/ui/icon.tsx'

type Service = Reply<'GET /api/services'>[number]

/** The catalogue changes a few times a year. */
const STALE_MS = 3_600_000

const icons: Readonly<Record<string, IconName>> = {
  bins: 'bin',
  recycling: 'recycle',
  valet_trash: 'building',
  lawn: 'leaf',
  pool: 'pool',
  snow: 'snow',
  turnover: 'spray',
  haul_away: 'truck',
  handyman: 'tool',
}

export type ServiceWords = {
  nameOf: (serviceKey: string) => string
  unitOf: (serviceKey: string) => string
  iconOf: (serviceKey: string) => IconName
}

/** Until the catalogue is there a service has its key for a name. */
export function useServiceWords(): ServiceWords {
  const services = useEndpoint('GET /api/services', {}, { staleMs: STALE_MS })
  const language = useLanguage()
  const find = (key: string): Service | undefined => services.data?.find((service) => service.key === key)
  return {
    nameOf: (key) => find(key)?.[language === 'es' ? 'nameEs' : 'nameEn'] ?? key,
    unitOf: (key) => find(key)?.[language === 'es' ? 'unitEs' : 'unitEn'] ?? '',
    iconOf: (key) => icons[key] ?? 'tool',
  }
}
