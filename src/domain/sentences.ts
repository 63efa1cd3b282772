/** One sentence for people in each language for every reason of refusal. */
import { IMPORT_SENTENCES } from './imports/sentences.ts'
import type { InEachLanguage, Language } from './language.ts'
import { LATE_COMPLETION_SENTENCES } from './late-completions/sentences.ts'
import { OFFER_SENTENCES } from './offers/sentences.ts'
import type { RefusalReason } from './refusals.ts'

export const REFUSAL_SENTENCES: Readonly<Record<RefusalReason, InEachLanguage>> = {
  not_yours: {
    en: 'This belongs to somebody else.',
    es: 'Esto pertenece a otra persona.',
  },
  not_allowed: {
    en: 'Your account cannot do this.',
    es: 'Tu cuenta no puede hacer esto.',
  },
  account_frozen: {
    en: 'Your account is frozen. Contact support if this is an error.',
    es: 'Tu cuenta está congelada. Contacta con soporte si es un error.',
  },
  wrong_state: {
    en: 'This visit has moved on, so this is no longer possible.',
    es: 'Esta visita ya cambió de estado, así que esto ya no es posible.',
  },
  too_early: {
    en: 'It is too early for this. Try again on the day of the visit.',
    es: 'Es demasiado pronto. Inténtalo de nuevo el día de la visita.',
  },
  too_late: {
    en: 'It is too late for this.',
    es: 'Ya es demasiado tarde para esto.',
  },
  building_name_taken: {
    en: 'There is a building of this name already.',
    es: 'Ya hay un edificio con este nombre.',
  },
  no_such_unit: {
    en: 'This building has no such door.',
    es: 'Este edificio no tiene esa puerta.',
  },
  too_many_buildings: {
    en: 'A complex has at most 200 buildings.',
    es: 'Un complejo tiene como máximo 200 edificios.',
  },
  in_the_past: {
    en: 'This day is over already.',
    es: 'Este día ya pasó.',
  },
  photo_of_another_visit: {
    en: 'Please take a photo here for this.',
    es: 'Toma una foto aquí para esto.',
  },
  no_crew: {
    en: 'No crew has this visit yet.',
    es: 'Ningún equipo tiene esta visita todavía.',
  },
  photos_missing: {
    en: 'Add the required photos before you finish this visit.',
    es: 'Agrega las fotos requeridas antes de terminar esta visita.',
  },
  too_many_photos: {
    en: 'This visit already has as many photos as it can hold.',
    es: 'Esta visita ya tiene todas las fotos que puede tener.',
  },
  photo_quota_reached: {
    en: 'You have sent very many photos today. The rest can be sent tomorrow.',
    es: 'Enviaste muchísimas fotos hoy. Las demás se pueden enviar mañana.',
  },
  clock_ahead: {
    en: 'The clock of this device is ahead of ours.',
    es: 'El reloj de este dispositivo va adelantado.',
  },
  visit_cancelled: {
    en: 'This visit was cancelled meanwhile. What you sent is kept.',
    es: 'Esta visita se canceló mientras tanto. Lo que enviaste queda guardado.',
  },
  visit_skipped: {
    en: 'This visit was skipped meanwhile. What you sent is kept.',
    es: 'Esta visita se omitió mientras tanto. Lo que enviaste queda guardado.',
  },
  visit_reassigned: {
    en: 'This visit went to somebody else meanwhile. What you sent is kept.',
    es: 'Esta visita pasó a otra persona mientras tanto. Lo que enviaste queda guardado.',
  },
  ...LATE_COMPLETION_SENTENCES,
  location_invalid: {
    en: 'This location is not a place on the map.',
    es: 'Esta ubicación no es un lugar en el mapa.',
  },
  waiting_for_customer: {
    en: 'The customer still has time to answer. Please wait a little.',
    es: 'El cliente todavía tiene tiempo para responder. Espera un poco.',
  },
  extra_amount_invalid: {
    en: 'Extra work costs from $1 to $200. For more, the customer books a job.',
    es: 'El trabajo extra cuesta de $1 a $200. Para más, el cliente reserva un trabajo.',
  },
  extra_open_already: {
    en: 'The customer has not answered your last question yet.',
    es: 'El cliente todavía no respondió tu última pregunta.',
  },
  ...OFFER_SENTENCES,
  no_price: {
    en: 'There is no price for this service at this place yet.',
    es: 'Todavía no hay precio para este servicio en este lugar.',
  },
  quantity_invalid: {
    en: 'Enter a whole number of at least 1.',
    es: 'Escribe un número entero de al menos 1.',
  },
  amount_invalid: {
    en: 'Enter an amount of money above zero.',
    es: 'Escribe una cantidad de dinero mayor que cero.',
  },
  no_card: {
    en: 'Add a card first.',
    es: 'Primero agrega una tarjeta.',
  },
  card_declined: {
    en: 'This card was declined. Please try another card.',
    es: 'Esta tarjeta fue rechazada. Prueba con otra tarjeta.',
  },
  card_insufficient_funds: {
    en: 'This card does not have enough funds. Please try another card.',
    es: 'Esta tarjeta no tiene fondos suficientes. Prueba con otra tarjeta.',
  },
  card_expired: {
    en: 'This card has expired. Please add another card.',
    es: 'Esta tarjeta venció. Agrega otra tarjeta.',
  },
  card_cvc_wrong: {
    en: 'The security code is not right. Please check the digits on the card.',
    es: 'El código de seguridad no es correcto. Revisa los dígitos de la tarjeta.',
  },
  card_number_wrong: {
    en: 'Please check the card number.',
    es: 'Revisa el número de la tarjeta.',
  },
  card_not_a_test_card: {
    en: 'Only test cards work here. Please use one of the listed numbers.',
    es: 'Aquí solo sirven tarjetas de prueba. Usa uno de los números de la lista.',
  },
  card_form_expired: {
    en: 'The card form was open too long. Please enter the card again.',
    es: 'El formulario estuvo abierto demasiado tiempo. Ingresa la tarjeta otra vez.',
  },
  already_booked: {
    en: 'Some of this is booked already. Leave it out or choose other days.',
    es: 'Parte de esto ya está reservado. Quítalo o elige otros días.',
  },
  job_ended: {
    en: 'This weekly job has ended.',
    es: 'Este trabajo semanal ya terminó.',
  },
  payment_overdue: {
    en: 'A payment is overdue. Your weekly jobs go on once it is paid.',
    es: 'Hay un pago pendiente. Tus trabajos semanales continúan en cuanto se pague.',
  },
  price_changed: {
    en: 'The price has changed. Please look at it again before you book.',
    es: 'El precio cambió. Revísalo antes de reservar.',
  },
  fee_changed: {
    en: 'Cancelling costs something else by now. Please look at the fee again.',
    es: 'Cancelar ya tiene otro costo. Revisa el cargo de nuevo.',
  },
  not_on_demand: {
    en: 'This service cannot be booked once.',
    es: 'Este servicio no se puede pedir una sola vez.',
  },
  window_past: {
    en: 'This time is over. Please choose a later one.',
    es: 'Esa hora ya pasó. Elige otra más tarde.',
  },
  window_too_far: {
    en: 'Please choose one of the next seven days.',
    es: 'Elige uno de los próximos siete días.',
  },
  window_too_short: {
    en: 'Please leave at least an hour between start and end.',
    es: 'Deja al menos una hora entre el inicio y el final.',
  },
  nothing_paid: {
    en: 'Nothing was paid, so nothing can be refunded.',
    es: 'No se pagó nada, así que no se puede reembolsar nada.',
  },
  refund_above_paid: {
    en: 'This is more than what is left of the payment.',
    es: 'Esto es más de lo que queda del pago.',
  },
  no_payout_account: {
    en: 'Connect a payout account to receive your money.',
    es: 'Conecta una cuenta de cobro para recibir tu dinero.',
  },
  nothing_available: {
    en: 'There is not that much money available now.',
    es: 'No hay tanto dinero disponible ahora.',
  },
  below_minimum: {
    en: 'This amount is too small to pay out. It waits for the next payout.',
    es: 'Esta cantidad es muy pequeña para pagarla. Espera al próximo pago.',
  },
  fee_above_amount: {
    en: 'The fee would be more than the amount.',
    es: 'La comisión sería mayor que la cantidad.',
  },
  sponsor_is_same_person: {
    en: 'You cannot use your own code.',
    es: 'No puedes usar tu propio código.',
  },
  sponsor_shares_card: {
    en: 'This code belongs to somebody with the same card.',
    es: 'Este código es de alguien con la misma tarjeta.',
  },
  sponsor_shares_phone: {
    en: 'This code belongs to somebody with the same phone.',
    es: 'Este código es de alguien con el mismo teléfono.',
  },
  sponsor_shares_payout_account: {
    en: 'This code belongs to somebody with the same payout account.',
    es: 'Este código es de alguien con la misma cuenta de cobro.',
  },
  sponsor_shares_address: {
    en: 'This code belongs to somebody at the same address.',
    es: 'Este código es de alguien en la misma dirección.',
  },
  sponsor_unknown: {
    en: 'We do not know this code.',
    es: 'No conocemos este código.',
  },
  already_sponsored: {
    en: 'This account already has a sponsor.',
    es: 'Esta cuenta ya tiene un patrocinador.',
  },
  rating_invalid: {
    en: 'Choose one to five stars.',
    es: 'Elige de una a cinco estrellas.',
  },
  too_many_messages: {
    en: 'That is many messages in one hour. Please wait a little.',
    es: 'Son muchos mensajes en una hora. Espera un poco.',
  },
  already_rated: {
    en: 'You have already rated this visit.',
    es: 'Ya calificaste esta visita.',
  },
  already_tipped: {
    en: 'You have given a tip for this visit already.',
    es: 'Ya diste una propina por esta visita.',
  },
  already_disputed: {
    en: 'You have reported this visit already.',
    es: 'Ya reportaste esta visita.',
  },
  dispute_decided: {
    en: 'This report was decided already.',
    es: 'Este reporte ya fue decidido.',
  },
  visit_not_completed: {
    en: 'This is possible once the visit is completed.',
    es: 'Esto es posible cuando la visita esté terminada.',
  },
  ...IMPORT_SENTENCES,
  password_too_short: {
    en: 'Use at least 15 characters. A few words you remember work well.',
    es: 'Usa al menos 15 caracteres. Unas palabras que recuerdes funcionan bien.',
  },
  password_too_long: {
    en: 'Use at most 128 characters.',
    es: 'Usa como máximo 128 caracteres.',
  },
  password_common: {
    en: 'This password is easy to guess. Choose another one.',
    es: 'Esta contraseña es fácil de adivinar. Elige otra.',
  },
  password_own_word: {
    en: 'Do not build the password from your name, your email or ours.',
    es: 'No formes la contraseña con tu nombre, tu correo o el nuestro.',
  },
  password_invalid_characters: {
    en: 'This password has a character that cannot be used.',
    es: 'Esta contraseña tiene un carácter que no se puede usar.',
  },
  phone_invalid: {
    en: 'Enter a US phone number with ten digits.',
    es: 'Escribe un número de teléfono de EE. UU. con diez dígitos.',
  },
}

export function refusalSentence(reason: RefusalReason, language: Language): string {
  return REFUSAL_SENTENCES[reason][language]
}
