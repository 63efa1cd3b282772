/** The sentences of refusals around taking work: too late, or it does not fit. */

export const OFFER_SENTENCES = {
  offer_taken: {
    en: 'This offer has been taken.',
    es: 'Esta oferta ya fue tomada.',
  },
  offer_expired: {
    en: 'This offer has expired.',
    es: 'Esta oferta ha vencido.',
  },
  no_longer_open: {
    en: 'This work is no longer open.',
    es: 'Este trabajo ya no está disponible.',
  },
  blocked_by_customer: {
    en: 'This customer is not available to you.',
    es: 'Este cliente no está disponible para ti.',
  },
  out_of_range: {
    en: 'This place is outside your range.',
    es: 'Este lugar está fuera de tu zona.',
  },
  day_not_worked: {
    en: 'You do not work on this day. Change your days to take it.',
    es: 'No trabajas este día. Cambia tus días para tomarlo.',
  },
  outside_hours: {
    en: 'This work does not fit your hours on that day.',
    es: 'Este trabajo no cabe en tu horario de ese día.',
  },
  skill_missing: {
    en: 'This service is not among those you offer.',
    es: 'Este servicio no está entre los que ofreces.',
  },
  overlapping_work: {
    en: 'This overlaps with work you already have.',
    es: 'Esto coincide con trabajo que ya tienes.',
  },
  crew_frozen: {
    en: 'This crew is frozen and takes no work.',
    es: 'Este equipo está congelado y no toma trabajo.',
  },
  crew_blocked: {
    en: 'This customer does not want this crew.',
    es: 'Este cliente no quiere a este equipo.',
  },
} as const
