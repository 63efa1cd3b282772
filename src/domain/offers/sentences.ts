/** The sentences of refusals around taking work: too late, or it does not fit. */
import { catalogue } from '../catalogue.ts'

export const offerRefusals = catalogue({
  en: {
    offer_taken: 'This offer has been taken.',
    offer_expired: 'This offer has expired.',
    no_longer_open: 'This work is no longer open.',
    blocked_by_customer: 'This customer is not available to you.',
    too_many_taken:
      'You have taken as many offers as one crew may hold. Do some of them first, or try again tomorrow.',
    too_many_released:
      'You have given back many offers, so new ones wait a day. Work that you have stays yours.',
    released_too_often: 'You have given this visit back before. It goes to another crew now.',
    out_of_range: 'This place is outside your range.',
    day_not_worked: 'You do not work on this day. Change your days to take it.',
    outside_hours: 'This work does not fit your hours on that day.',
    skill_missing: 'This service is not among those you offer.',
    overlapping_work: 'This overlaps with work you already have.',
    crew_frozen: 'This crew is frozen and takes no work.',
    crew_blocked: 'This customer does not want this crew.',
  },
  es: {
    offer_taken: 'Esta oferta ya fue tomada.',
    offer_expired: 'Esta oferta ha vencido.',
    no_longer_open: 'Este trabajo ya no está disponible.',
    blocked_by_customer: 'Este cliente no está disponible para ti.',
    too_many_taken:
      'Tomaste todas las ofertas que un equipo puede tener. Haz algunas primero o inténtalo mañana.',
    too_many_released:
      'Devolviste muchas ofertas, así que las nuevas esperan un día. El trabajo que tienes sigue siendo tuyo.',
    released_too_often: 'Ya devolviste esta visita antes. Ahora va a otro equipo.',
    out_of_range: 'Este lugar está fuera de tu zona.',
    day_not_worked: 'No trabajas este día. Cambia tus días para tomarlo.',
    outside_hours: 'Este trabajo no cabe en tu horario de ese día.',
    skill_missing: 'Este servicio no está entre los que ofreces.',
    overlapping_work: 'Esto coincide con trabajo que ya tienes.',
    crew_frozen: 'Este equipo está congelado y no toma trabajo.',
    crew_blocked: 'Este cliente no quiere a este equipo.',
  },
})
