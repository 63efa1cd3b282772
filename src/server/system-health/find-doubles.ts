/** Who stands behind each port by the configuration: a double charges no card and sends no mail, and says so. */
import type { STANDS_BEHIND } from '#contract/system-health.ts'
import type { Config } from '../config.ts'
import type { Outside } from '../ports/deadlines.ts'

type Behind = (typeof STANDS_BEHIND)[number]

export function whoStandsBehind(config: Config, port: Outside): Behind {
  const isReal: Readonly<Record<Outside, boolean>> = {
    mail: config.mail !== null,
    // No release has an adapter of its own for texts yet.
    sms: false,
    push: config.push !== null,
    photos: false,
    places: config.placesUrl !== null,
    matrix: config.osrmUrl !== null,
    payments: config.stripe !== null,
    hospitable: config.hospitable !== null,
  }
  if (port === 'photos') return 'folder'
  if (port === 'hospitable' && config.hospitable === null) return 'nobody'
  return isReal[port] ? 'provider' : 'double'
}
