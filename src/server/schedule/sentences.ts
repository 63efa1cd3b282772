/** What stands under a field of a pushed day that cannot be. */
import type { Language } from '#domain/language.ts'
import type { PushFault } from '#domain/schedule/pushed-day.ts'

const SENTENCES: Record<PushFault, Record<Language, string>> = {
  in_the_past: { en: 'Please choose today or a later day.', es: 'Elige hoy o un día posterior.' },
  too_far_ahead: {
    en: 'A day can be pushed at most two weeks before it comes.',
    es: 'Un día se puede mover como máximo dos semanas antes de que llegue.',
  },
  not_after: { en: 'The new day must come after the old one.', es: 'El nuevo día debe ser posterior.' },
  too_far_from_its_day: {
    en: 'A day can be pushed by two weeks at most.',
    es: 'Un día se puede mover dos semanas como máximo.',
  },
}

export function pushSentence(fault: PushFault, locale: Language): string {
  return SENTENCES[fault][locale]
}
