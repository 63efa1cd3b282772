import type { Language } from '#domain/language.ts'
import { momentText } from '#domain/notifications/clock-texts.ts'
import type { TakingLimit } from '#domain/offers/hoarding.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { offerTexts } from './texts.ts'

/** Whoever came too late is refused kindly, with what to do next. */
export function refuseOffer(reason: RefusalReason, locale: Language): Refused {
  const late: Partial<Record<RefusalReason, string>> = offerTexts[locale].late
  const sentence = late[reason]
  return new Refused(reason, sentence === undefined ? {} : { sentence })
}

/** Throws Refused with when there is room again, where that is said. */
export function requireRoom({ reason, againAt }: TakingLimit, scope: CrewScope): void {
  if (reason === null) return
  if (reason === 'released_too_often' || againAt === null) throw new Refused(reason)
  const again = momentText(againAt, scope.timeZone, scope.locale)
  throw new Refused(reason, { sentence: offerTexts[scope.locale].tooMany[reason](again) })
}
