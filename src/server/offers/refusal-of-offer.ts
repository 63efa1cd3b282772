import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { Refused } from '../refused.ts'

/** Whoever came too late hears it kindly, with what to do next. */
export function refusalOfOffer(reason: RefusalReason, locale: Language): Refused {
  const sentence = SENTENCES[reason]?.[locale]
  return new Refused(reason, sentence === undefined ? {} : { sentence })
}

const SENTENCES: Partial<Record<RefusalReason, Record<Language, string>>> = {
  offer_taken: {
    en: 'This offer has been taken. Another crew was a little faster; more work is on your home page.',
    es: 'Esta oferta ya fue tomada. Otro equipo fue un poco más rápido; hay más trabajo en tu inicio.',
  },
  offer_expired: {
    en: 'This offer has expired. More work is on your home page.',
    es: 'Esta oferta ha vencido. Hay más trabajo en tu inicio.',
  },
  no_longer_open: {
    en: 'This work is no longer needed, or it was moved. More work is on your home page.',
    es: 'Este trabajo ya no se necesita o cambió de fecha. Hay más trabajo en tu inicio.',
  },
}
