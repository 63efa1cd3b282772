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
    someWay: 'Choose weekly, on demand or both.',
    needsItself: 'A service does not need itself: choose others.',
    needsUnknown: 'One of these services is no longer sold. Choose again.',
    nameTaken: 'Choose another English name: it needs letters, and no other service may have it.',
    noScope: 'There is no such group or place in your city.',
    oneScope: 'Choose one: the city, a group or a place.',
    everybodysStays: 'The price for everyone cannot end. Set a new one, or do not offer the service.',
    nothingToEnd: 'On that day there is no own price to end. Choose a later day.',
    nothingWider: 'Nothing else is priced there. Set a wider price first, then end this one.',
    fromTomorrow: 'Choose tomorrow or a later day: today’s visits keep their price.',
    changeFromTomorrow: 'Choose tomorrow or a later day, or save the service at once.',
    tooManyChanges: (most: number) => `There are changes on ${most} days ahead already. Take one back first.`,
    tooFar: 'Choose a day within two years.',
    nothing: 'A price of nothing at all cannot be charged.',
    changed: ({ service, from, perWeekBefore, perWeekAfter }: Change) => ({
      title: `New price of ${service}`,
      text: `From ${longDayText(from, 'en')} on your ${service} costs ${formatCents(perWeekAfter)} a week instead of ${formatCents(perWeekBefore)}, before weekend surcharges and tax. Visits before that day keep their price.`,
    }),
  },
  es: {
    noService: 'No existe ese servicio.',
    someWay: 'Elige semanal, por pedido o ambos.',
    needsItself: 'Un servicio no se necesita a sí mismo: elige otros.',
    needsUnknown: 'Uno de estos servicios ya no se vende. Elige otra vez.',
    nameTaken: 'Elige otro nombre en inglés: necesita letras y no puede ser el de otro servicio.',
    noScope: 'No hay tal grupo o lugar en tu ciudad.',
    oneScope: 'Elige uno: la ciudad, un grupo o un lugar.',
    everybodysStays: 'El precio para todos no puede terminar. Fija otro o deja de ofrecer el servicio.',
    nothingToEnd: 'Ese día no hay un precio propio que terminar. Elige un día posterior.',
    nothingWider: 'No hay otro precio ahí. Fija antes un precio más amplio y luego termina este.',
    fromTomorrow: 'Elige mañana o un día posterior: las visitas de hoy conservan su precio.',
    changeFromTomorrow: 'Elige mañana o un día posterior, o guarda el servicio de inmediato.',
    tooManyChanges: (most) => `Ya hay cambios en ${most} días futuros. Quita uno primero.`,
    tooFar: 'Elige un día dentro de dos años.',
    nothing: 'No se puede cobrar un precio de nada.',
    changed: ({ service, from, perWeekBefore, perWeekAfter }) => ({
      title: `Nuevo precio de ${service}`,
      text: `Desde el ${longDayText(from, 'es')}, tu servicio de ${service} cuesta ${formatCents(perWeekAfter)} por semana en lugar de ${formatCents(perWeekBefore)}, antes de recargos de fin de semana e impuestos. Las visitas anteriores conservan su precio.`,
    }),
  },
})
