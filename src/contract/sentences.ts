/** What is wrong with an input. Schemas name the fault; the server says it in the language of whoever entered it. */
import type { z } from 'zod'
import { catalogue } from '#domain/catalogue.ts'
import type { Language } from '#domain/language.ts'

const inputTexts = catalogue({
  en: {
    atMostCharacters: (maximum: string) => `Use at most ${maximum} characters.`,
    missing: 'Fill this in.',
    kind: 'This is not the kind of value that belongs here.',
    unknown: 'This field is not known here.',
    choice: 'Choose one of the values on offer.',
    tooSmall: 'This is less than what can be used here.',
    tooBig: 'This is more than what can be used here.',
    form: 'This does not look right.',
    holidayRule: 'Give a day of the month, or a weekday and its number.',
    eachHolidayOnce: 'Each holiday once.',
    atLeast1000Feet: 'Use at least 1,000 feet.',
    atMost100Miles: 'Use at most 100 miles.',
    chooseMarketOrProperty: 'Choose a market or a property.',
    checksum: 'A checksum has 64 hexadecimal digits.',
    code: 'A code has at most 32 letters and digits.',
    atLeastOneUnit: 'A complex has at least one unit.',
    atMost5000Units: 'Give at most 5,000 units.',
    sayWhatCrewShouldKnow: 'Say what the crew should know.',
    trendMonths: 'Choose 3, 6 or 12 months.',
    chooseBuilding: 'Choose the building. To leave out the whole complex, skip the night.',
    sayWhatIsWrong: 'Say what is wrong.',
    dayEndsAfterStart: 'A day must end after it starts.',
    routeAtLeastOneStop: 'A route has at least one stop.',
    routeAtMost100Stops: 'A route has at most 100 stops.',
    routingNumberDigits: 'A routing number has 9 digits.',
    accountNumberDigits: 'An account number has 4 to 17 digits.',
    atLeastOne: 'Choose at least one.',
    atMost1000: 'At most 1,000.',
    atMost10Services: 'At most 10 services at once.',
    atMost500Visits: 'At most 500 visits at once.',
    atMost2000Jobs: 'At most 2,000 weekly jobs at once.',
    atMost100: 'At most 100.',
    atMost200Characters: 'At most 200 characters.',
    choosePropertyOrGroup: 'Choose a property or a group.',
    chooseProperty: 'Choose a property.',
    chooseService: 'Choose a service.',
    chooseAtLeastOneDay: 'Choose at least one day.',
    chooseAtLeastOneProperty: 'Choose at least one property.',
    chooseAtLeastOneService: 'Choose at least one service.',
    chooseAtLeastOneWeekday: 'Choose at least one weekday.',
    eachJobOnce: 'Each weekly job once.',
    eachStopOnce: 'Each stop once.',
    eachWeekdayOnce: 'Each weekday once.',
    everyWeekdayForDayOfMonth: 'A day of the month can fall on any weekday: choose all seven.',
    dayOfMonth: 'Choose a day of the month from 1 to 31. In a shorter month it is the last day.',
    firstToFourthOrLast: 'Choose the first to fourth, or -1 for the last.',
    oneToFourWeeks: 'Choose every 1, 2, 3 or 4 weeks.',
    yearDay: 'Write a day of the year as MM-DD, such as 04-01.',
    givePriceOrService: 'Give a price, or choose a service and its price holds.',
    latitudeWithLongitude: 'Latitude and longitude come together.',
    latitude: 'Latitude lies between -90 and 90.',
    longitude: 'Longitude lies between -180 and 180.',
    addressGetsReports: 'This address gets the reports already.',
    atMost20Addresses: 'A complex mails its nights to at most 20 addresses. Remove one first.',
    moneyMailsStayOn: 'Mails about money cannot be switched off.',
    writeSomething: 'Write something.',
    quietHoursDiffer: 'Quiet hours must begin and end at different times.',
    nothingIsChanged: 'Nothing is changed.',
    notSignedForUs: 'Not signed for us.',
    checkCardNumber: 'Check the card number.',
    checkRoutingNumber: 'Check the routing number.',
    chooseOneToFiveStars: 'Choose one to five stars.',
    chooseMomentInFuture: 'Choose a moment in the future.',
    chooseTimeZone: 'Choose a time zone.',
    chooseServicesFromList: 'Choose services from the list.',
    enterCardAgain: 'Enter the card again.',
    day: 'Give a day as YYYY-MM-DD.',
    month: 'Give a month.',
    timeOfDay: 'Give a time as HH:MM.',
    moment: 'Give a time like 2026-03-08T09:00:00Z.',
    chooseDayFromTodayOn: 'Choose a day from today on.',
    chooseDaysWithinYear: 'Choose days within a year.',
    year: 'Give a year.',
    amountAboveZero: 'Give an amount above zero.',
    email: 'Give an email address like name@example.com.',
    bothCoordinatesOrNone: 'Give both latitude and longitude, or neither.',
    bothTimesOrNone: 'Give both times or none.',
    cardCodeDigits: 'Give the 3 or 4 digits from the card.',
    wholeCents: 'Give whole cents.',
    ordinaryCharactersOnOneLine: 'Use ordinary characters on one line.',
    ordinaryCharacters: 'Use ordinary characters.',
    endAfterStart: 'The end must come after the start.',
    noSuchColumn: 'The file has no such column.',
    lastDayBeforeFirst: 'The last day must not come before the first.',
    anHourAtLeast: 'Choose an end at least an hour after the beginning.',
    finishAfterCheckOut: 'Choose a time after the check-out.',
    emailTooLong: 'This email address is too long.',
    moreThanAnyPayment: 'This is more than any payment.',
    amountFromZero: 'Give an amount of zero or more.',
    couponCode: 'A code has 1 to 32 letters, digits, hyphens or underscores.',
    shareFromOneToAll: 'Give a share above 0% and up to 100%.',
    tooMuch: 'This is more than a coupon can be.',
    moreThanAnyPrice: 'This is more than any price.',
    notACursor: 'This is not a cursor.',
    notAPlaceInTheList: 'This is not a place in the list.',
    notAnId: 'This is not a valid id.',
    sixDigits: 'The code has six digits.',
    notAPushAddress: 'This is not the address of a push service.',
    notASubscriptionKey: 'This is not the key of a subscription.',
    linkNotComplete: 'This link is not complete.',
    notOurPageMark: 'This page mark is not one of ours.',
    weekday: 'Weekdays run from 1 (Monday) to 7.',
  },
  es: {
    atMostCharacters: (maximum) => `Usa como máximo ${maximum} caracteres.`,
    missing: 'Completa este campo.',
    kind: 'Este valor no es del tipo que va aquí.',
    unknown: 'Aquí no se conoce este campo.',
    choice: 'Elige uno de los valores que se ofrecen.',
    tooSmall: 'Esto es menos de lo que se puede usar aquí.',
    tooBig: 'Esto es más de lo que se puede usar aquí.',
    form: 'Esto no parece correcto.',
    holidayRule: 'Indica un día del mes, o un día de la semana y su número.',
    eachHolidayOnce: 'Cada día festivo una sola vez.',
    atLeast1000Feet: 'Al menos 1,000 pies.',
    atMost100Miles: 'Como máximo 100 millas.',
    chooseMarketOrProperty: 'Elige un mercado o una propiedad.',
    checksum: 'Una suma de control tiene 64 cifras hexadecimales.',
    code: 'Un código tiene como máximo 32 letras y cifras.',
    atLeastOneUnit: 'Un complejo tiene al menos una unidad.',
    atMost5000Units: 'Indica como máximo 5,000 unidades.',
    sayWhatCrewShouldKnow: 'Di lo que el equipo debe saber.',
    trendMonths: 'Elige 3, 6 o 12 meses.',
    chooseBuilding: 'Elige el edificio. Para omitir todo el complejo, omite la noche.',
    sayWhatIsWrong: 'Di qué está mal.',
    dayEndsAfterStart: 'Un día debe terminar después de empezar.',
    routeAtLeastOneStop: 'Una ruta tiene al menos una parada.',
    routeAtMost100Stops: 'Una ruta tiene como máximo 100 paradas.',
    routingNumberDigits: 'Un número de ruta tiene 9 cifras.',
    accountNumberDigits: 'Un número de cuenta tiene de 4 a 17 cifras.',
    atLeastOne: 'Al menos uno.',
    atMost1000: 'Como máximo 1,000.',
    atMost10Services: 'Como máximo 10 servicios a la vez.',
    atMost500Visits: 'Como máximo 500 visitas a la vez.',
    atMost2000Jobs: 'Como máximo 2000 trabajos semanales a la vez.',
    atMost100: 'Como máximo 100.',
    atMost200Characters: 'Como máximo 200 caracteres.',
    choosePropertyOrGroup: 'Elige una propiedad o un grupo.',
    chooseProperty: 'Elige una propiedad.',
    chooseService: 'Elige un servicio.',
    chooseAtLeastOneDay: 'Elige al menos un día.',
    chooseAtLeastOneProperty: 'Elige al menos una propiedad.',
    chooseAtLeastOneService: 'Elige al menos un servicio.',
    chooseAtLeastOneWeekday: 'Elige al menos un día de la semana.',
    eachJobOnce: 'Cada trabajo semanal una vez.',
    eachStopOnce: 'Cada parada una sola vez.',
    eachWeekdayOnce: 'Cada día de la semana una sola vez.',
    everyWeekdayForDayOfMonth: 'Un día del mes puede caer en cualquier día de la semana: elige los siete.',
    dayOfMonth: 'Elige un día del mes del 1 al 31. En un mes más corto es el último día.',
    firstToFourthOrLast: 'Elige del primero al cuarto, o -1 para el último.',
    oneToFourWeeks: 'Elige cada 1, 2, 3 o 4 semanas.',
    yearDay: 'Escribe un día del año como MM-DD, por ejemplo 04-01.',
    givePriceOrService: 'Indica un precio, o elige un servicio y vale su precio.',
    latitudeWithLongitude: 'La latitud y la longitud van juntas.',
    latitude: 'La latitud está entre -90 y 90.',
    longitude: 'La longitud está entre -180 y 180.',
    addressGetsReports: 'Este correo ya recibe los comprobantes.',
    atMost20Addresses: 'Un complejo envía sus noches a 20 correos como máximo. Quita uno antes.',
    moneyMailsStayOn: 'Los correos sobre dinero no se pueden apagar.',
    writeSomething: 'Escribe algo.',
    quietHoursDiffer: 'Las horas de silencio deben empezar y terminar a horas distintas.',
    nothingIsChanged: 'Nada cambia.',
    notSignedForUs: 'No está firmado para nosotros.',
    checkCardNumber: 'Revisa el número de la tarjeta.',
    checkRoutingNumber: 'Revisa el número de ruta.',
    chooseOneToFiveStars: 'Elige de una a cinco estrellas.',
    chooseMomentInFuture: 'Elige un momento en el futuro.',
    chooseTimeZone: 'Elige una zona horaria.',
    chooseServicesFromList: 'Elige servicios de la lista.',
    enterCardAgain: 'Vuelve a ingresar la tarjeta.',
    day: 'Indica un día como AAAA-MM-DD.',
    month: 'Indica un mes.',
    timeOfDay: 'Indica una hora como HH:MM.',
    moment: 'Indica un momento como 2026-03-08T09:00:00Z.',
    chooseDayFromTodayOn: 'Elige un día a partir de hoy.',
    chooseDaysWithinYear: 'Elige días dentro de un año.',
    year: 'Indica un año.',
    amountAboveZero: 'Indica un importe mayor que cero.',
    email: 'Indica un correo como nombre@ejemplo.com.',
    bothCoordinatesOrNone: 'Indica latitud y longitud, o ninguna.',
    bothTimesOrNone: 'Indica las dos horas o ninguna.',
    cardCodeDigits: 'Indica las 3 o 4 cifras de la tarjeta.',
    wholeCents: 'Indica centavos enteros.',
    ordinaryCharactersOnOneLine: 'Usa caracteres normales en una sola línea.',
    ordinaryCharacters: 'Usa caracteres normales.',
    endAfterStart: 'El final debe venir después del inicio.',
    noSuchColumn: 'El archivo no tiene esa columna.',
    lastDayBeforeFirst: 'El último día no puede venir antes del primero.',
    anHourAtLeast: 'Elige un final al menos una hora después del comienzo.',
    finishAfterCheckOut: 'Elige una hora después de la salida.',
    emailTooLong: 'Este correo es demasiado largo.',
    moreThanAnyPayment: 'Esto es más que cualquier pago.',
    amountFromZero: 'Indica un importe de cero o más.',
    couponCode: 'Un código tiene de 1 a 32 letras, cifras, guiones o guiones bajos.',
    shareFromOneToAll: 'Indica una parte mayor que 0 % y hasta 100 %.',
    tooMuch: 'Esto es más de lo que puede ser un cupón.',
    moreThanAnyPrice: 'Esto es más que cualquier precio.',
    notACursor: 'Esto no es una marca de la lista.',
    notAPlaceInTheList: 'Esto no es un lugar de la lista.',
    notAnId: 'Este identificador no es válido.',
    sixDigits: 'El código tiene seis cifras.',
    notAPushAddress: 'Esta no es la dirección de un servicio de avisos.',
    notASubscriptionKey: 'Esta no es la clave de una suscripción.',
    linkNotComplete: 'Este enlace no está completo.',
    notOurPageMark: 'Esta marca de página no es nuestra.',
    weekday: 'Los días van del 1 (lunes) al 7.',
  },
})

type Key = keyof typeof inputTexts.en
/** A sentence of the catalogue by its key, with its number where it has one. */
export type InputFault = Exclude<Key, 'atMostCharacters'> | `atMostCharacters:${number}`

/** What a schema gives as its message. */
export function says(fault: InputFault): InputFault {
  return fault
}

/** The fault that a schema names no other for. */
export function generalFault(issue: z.core.$ZodRawIssue): InputFault {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'missing' : 'kind'
    case 'unrecognized_keys':
      return 'unknown'
    case 'invalid_value':
      return 'choice'
    case 'too_small':
      return 'tooSmall'
    case 'too_big':
      return 'tooBig'
    default:
      return 'form'
  }
}

/** The message of an issue as the fault that it names. Throws where a schema says anything else: that is our mistake. */
export function readFault(message: string): InputFault {
  if (!isFault(message)) throw new Error(`A schema says "${message}", which is no fault of the catalogue`)
  return message
}

export function faultSentence(fault: InputFault, language: Language): string {
  const [key = '', number = ''] = fault.split(':')
  const texts = inputTexts[language]
  if (!isKey(key)) throw new Error(`"${fault}" is no fault of the catalogue`)
  const sentence = texts[key]
  return typeof sentence === 'string' ? sentence : sentence(number)
}

function isFault(message: string): message is InputFault {
  const [key = '', number] = message.split(':')
  return isKey(key) && (typeof inputTexts.en[key] === 'string') === (number === undefined)
}

function isKey(word: string): word is Key {
  return Object.hasOwn(inputTexts.en, word)
}
