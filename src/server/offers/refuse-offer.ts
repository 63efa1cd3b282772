import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { Refused } from '../refused.ts'
import { offerTexts } from './texts.ts'

/** Whoever came too late is refused kindly, with what to do next. */
export function refuseOffer(reason: RefusalReason, locale: Language): Refused {
  const late: Partial<Record<RefusalReason, string>> = offerTexts[locale].late
  const sentence = late[reason]
  return new Refused(reason, sentence === undefined ? {} : { sentence })
}
