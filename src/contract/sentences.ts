/**
 * What is wrong with an input, in the language of whoever entered it. Schemas carry the English sentence, which is the
 * key of the Spanish one; what a schema does not say itself is said here by the kind of the fault.
 */
import type { z } from 'zod'
import type { Language } from '#domain/language.ts'

type Sentences = Readonly<Record<string, string>>

const GENERAL = {
  missing: ['Please fill this in.', 'Completa este campo.'],
  kind: ['This is not the kind of value that belongs here.', 'Este valor no es del tipo que va aquí.'],
  unknown: ['This field is not known here.', 'Aquí no se conoce este campo.'],
  choice: ['Please choose one of the values on offer.', 'Elige uno de los valores que se ofrecen.'],
  small: ['This is less than what can be used here.', 'Esto es menos de lo que se puede usar aquí.'],
  big: ['This is more than what can be used here.', 'Esto es más de lo que se puede usar aquí.'],
  form: ['This does not look right.', 'Esto no parece correcto.'],
} as const

/** The sentence for a fault that the schema has none of its own for. */
export function generalSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? GENERAL.missing[0] : GENERAL.kind[0]
    case 'unrecognized_keys':
      return GENERAL.unknown[0]
    case 'invalid_value':
      return GENERAL.choice[0]
    case 'too_small':
      return GENERAL.small[0]
    case 'too_big':
      return GENERAL.big[0]
    default:
      return GENERAL.form[0]
  }
}

/** A sentence in a language; a sentence that has no translation stays as it is. */
export function sentenceIn(language: Language, english: string): string {
  if (language === 'en') return english
  const upTo = /^Please use at most (\d+) characters\.$/.exec(english)
  if (upTo) return `Usa como máximo ${upTo[1]} caracteres.`
  return SPANISH[english] ?? english
}

export const SPANISH: Sentences = {
  ...Object.fromEntries(Object.values(GENERAL)),
  'Please give a day of the month, or a weekday and its number.':
    'Indica un día del mes, o un día de la semana y su número.',
  'Each holiday once, please.': 'Cada día festivo una sola vez.',
  'At least 1,000 feet, please.': 'Al menos 1,000 pies.',
  'At most 100 miles, please.': 'Como máximo 100 millas.',
  'Please choose a market or a property.': 'Elige un mercado o una propiedad.',
  'A checksum has 64 hexadecimal digits.': 'Una suma de control tiene 64 cifras hexadecimales.',
  'A code has at most 32 letters and digits.': 'Un código tiene como máximo 32 letras y cifras.',
  'A complex has at least one unit.': 'Un complejo tiene al menos una unidad.',
  'Please give at most 5,000 units.': 'Indica como máximo 5,000 unidades.',
  'Please say what the crew should know.': 'Di lo que el equipo debe saber.',
  'Please choose the building. To leave out the whole complex, skip the night.':
    'Elige el edificio. Para omitir todo el complejo, omite la noche.',
  'Please say what is wrong.': 'Di qué está mal.',
  'A day must end after it starts.': 'Un día debe terminar después de empezar.',
  'A route has at least one stop.': 'Una ruta tiene al menos una parada.',
  'A route has at most 100 stops.': 'Una ruta tiene como máximo 100 paradas.',
  'A routing number has 9 digits.': 'Un número de ruta tiene 9 cifras.',
  'An account number has 4 to 17 digits.': 'Un número de cuenta tiene de 4 a 17 cifras.',
  'At least one, please.': 'Al menos uno, por favor.',
  'At most 1,000, please.': 'Como máximo 1,000, por favor.',
  'At most 10 services at once.': 'Como máximo 10 servicios a la vez.',
  'At most 500 visits at once.': 'Como máximo 500 visitas a la vez.',
  'At most 100, please.': 'Como máximo 100, por favor.',
  'At most 200 characters.': 'Como máximo 200 caracteres.',
  'Choose a property or a group.': 'Elige una propiedad o un grupo.',
  'Choose a property.': 'Elige una propiedad.',
  'Choose a service.': 'Elige un servicio.',
  'Choose at least one day.': 'Elige al menos un día.',
  'Choose at least one property.': 'Elige al menos una propiedad.',
  'Choose at least one service.': 'Elige al menos un servicio.',
  'Choose at least one weekday.': 'Elige al menos un día de la semana.',
  'Each stop once, please.': 'Cada parada una sola vez, por favor.',
  'Each weekday once, please.': 'Cada día de la semana una sola vez, por favor.',
  'Give a price, or choose a service and its price holds.':
    'Indica un precio, o elige un servicio y vale su precio.',
  'Latitude and longitude come together.': 'La latitud y la longitud van juntas.',
  'Latitude lies between -90 and 90.': 'La latitud está entre -90 y 90.',
  'Longitude lies between -180 and 180.': 'La longitud está entre -180 y 180.',
  'Mails about money cannot be switched off.': 'Los correos sobre dinero no se pueden apagar.',
  'Please write something.': 'Escribe algo.',
  'Quiet hours must begin and end at different times.':
    'Las horas de silencio deben empezar y terminar a horas distintas.',
  'Nothing is changed.': 'Nada cambia.',
  'Not signed for us.': 'No está firmado para nosotros.',
  'Please check the card number.': 'Revisa el número de la tarjeta.',
  'Please check the routing number.': 'Revisa el número de ruta.',
  'Please choose one to five stars.': 'Elige de una a cinco estrellas.',
  'Please choose a moment in the future.': 'Elige un momento en el futuro.',
  'Please choose a time zone.': 'Elige una zona horaria.',
  'Please choose services from the list.': 'Elige servicios de la lista.',
  'Please enter the card again.': 'Vuelve a ingresar la tarjeta.',
  'Please give a day as YYYY-MM-DD.': 'Indica un día como AAAA-MM-DD.',
  'Please give a month.': 'Indica un mes.',
  'Please give a time as HH:MM.': 'Indica una hora como HH:MM.',
  'Please give a time like 2026-03-08T09:00:00Z.': 'Indica un momento como 2026-03-08T09:00:00Z.',
  'Please choose a day from today on.': 'Elige un día a partir de hoy.',
  'Please choose days within a year.': 'Elige días dentro de un año.',
  'Please give a year.': 'Indica un año.',
  'Please give an amount above zero.': 'Indica un importe mayor que cero.',
  'Please give an e-mail address like name@example.com.': 'Indica un correo como nombre@ejemplo.com.',
  'Please give both latitude and longitude, or neither.': 'Indica latitud y longitud, o ninguna.',
  'Please give both times or none.': 'Indica las dos horas o ninguna.',
  'Please give the 3 or 4 digits from the card.': 'Indica las 3 o 4 cifras de la tarjeta.',
  'Please give whole cents.': 'Indica centavos enteros.',
  'Please use ordinary characters on one line.': 'Usa caracteres normales en una sola línea.',
  'Please use ordinary characters.': 'Usa caracteres normales.',
  'The end must come after the start.': 'El final debe venir después del inicio.',
  'The file has no such column.': 'El archivo no tiene esa columna.',
  'The last day must not come before the first.': 'El último día no puede venir antes del primero.',
  'This e-mail address is too long.': 'Este correo es demasiado largo.',
  'This is more than any payment.': 'Esto es más que cualquier pago.',
  'This is not a cursor.': 'Esto no es una marca de la lista.',
  'This is not a place in the list.': 'Esto no es un lugar de la lista.',
  'This is not a valid id.': 'Este identificador no es válido.',
  'This is not the address of a push service.': 'Esta no es la dirección de un servicio de avisos.',
  'This is not the key of a subscription.': 'Esta no es la clave de una suscripción.',
  'This link is not complete.': 'Este enlace no está completo.',
  'This list has changed.': 'Esta lista cambió.',
  'This page mark is not one of ours.': 'Esta marca de página no es nuestra.',
  'Weekdays run from 1 (Monday) to 7.': 'Los días van del 1 (lunes) al 7.',
}
