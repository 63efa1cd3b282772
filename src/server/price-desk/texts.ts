/** Why a price cannot be set, and what customers are notified of. */
import { catalogue } from '#domain/catalogue.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import type { LocalDate } from '#domain/time.ts'

type Change = {
  readonly service: string
  readonly from: LocalDate
  readonly perWeekBefore: Cents
  readonly perWeekAfter: Cents
}

export const priceDeskTexts = catalogue({
  en: {
    noService: 'There is no such service.',
    noScope: 'There is no such group or place in your city.',
    oneScope: 'Choose a group or a place, not both.',
    fromTomorrow: 'Choose tomorrow or a later day: today’s visits keep their price.',
    tooFar: 'Choose a day within two years.',
    nothing: 'A price of nothing at all cannot be charged.',
    changed: ({ service, from, perWeekBefore, perWeekAfter }: Change) => ({
      title: `New price of ${service}`,
      text: `From ${longDayText(from, 'en')} on your ${service} costs ${formatCents(perWeekAfter)} a week instead of ${formatCents(perWeekBefore)}, before weekend surcharges and tax. Visits before that day keep their price.`,
    }),
  },
  es: {
    noService: 'No existe ese servicio.',
    noScope: 'No hay tal grupo o lugar en tu ciudad.',
    oneScope: 'Elige un grupo o un lugar, no ambos.',
    fromTomorrow: 'Elige mañana o un día posterior: las visitas de hoy conservan su precio.',
    tooFar: 'Elige un día dentro de dos años.',
    nothing: 'No se puede cobrar un precio de nada.',
    changed: ({ service, from, perWeekBefore, perWeekAfter }) => ({
      title: `Nuevo precio de ${service}`,
      text: `Desde el ${longDayText(from, 'es')}, tu servicio de ${service} cuesta ${formatCents(perWeekAfter)} por semana en lugar de ${formatCents(perWeekBefore)}, antes de recargos de fin de semana e impuestos. Las visitas anteriores conservan su precio.`,
    }),
  },
})
