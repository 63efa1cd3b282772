/** The day's acts as notices, from what is known of the visit. */

import { type InEachLanguage, inEachLanguage, type Language } from '#domain/language.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { timeText } from '#domain/notifications/clock-texts.ts'
import type { AccessReason } from '#domain/pricing/call-out.ts'
import type { Instant } from '#domain/time.ts'
import { nameIn } from '../db/names.ts'
import type { NoticeTexts } from '../notices/notify.ts'
import { type ActFacts, firstNameOf } from './queries.ts'
import { todayTexts } from './texts.ts'

type About = Pick<ActFacts, 'crew_name' | 'name_en' | 'name_es' | 'place_name' | 'time_zone'>

export function onTheWayTexts(about: About, expectedAt: Instant | null): NoticeTexts {
  return inEachLanguage((language) => {
    const time = expectedAt === null ? null : timeText(expectedAt, about.time_zone, language)
    return todayTexts[language].onTheWay(actIn(language, about), time)
  })
}

export function arrivedTexts(about: About): NoticeTexts {
  return inEachLanguage((language) => todayTexts[language].arrived(actIn(language, about)))
}

export function lateTexts(about: About, expectedAt: Instant): NoticeTexts {
  return inEachLanguage((language) =>
    todayTexts[language].late(actIn(language, about), timeText(expectedAt, about.time_zone, language)),
  )
}

export function onTimeTexts(about: About, expectedAt: Instant): NoticeTexts {
  return inEachLanguage((language) =>
    todayTexts[language].onTime(actIn(language, about), timeText(expectedAt, about.time_zone, language)),
  )
}

export function cannotAccessTexts(about: About, reason: AccessReason, until: Instant): NoticeTexts {
  return inEachLanguage((language) => {
    const { cannotAccess, reasons } = todayTexts[language]
    return cannotAccess(actIn(language, about), reasons[reason], timeText(until, about.time_zone, language))
  })
}

export function unsafeTexts(about: About): NoticeTexts {
  return inEachLanguage((language) => todayTexts[language].unsafe(actIn(language, about)))
}

export function answeredTexts(about: About, answer: string | null): NoticeTexts {
  return inEachLanguage((language) => {
    const { mayGoOn, answered } = todayTexts[language]
    const act = actIn(language, about)
    return answer === null ? mayGoOn(act) : answered(act, answer)
  })
}

export function endedTexts(about: About, feeCents: Cents): NoticeTexts {
  const fee = feeCents === 0 ? null : formatCents(feeCents)
  return inEachLanguage((language) => todayTexts[language].ended(actIn(language, about), fee))
}

export function extraTexts(about: About, extra: { note: InEachLanguage; amountCents: Cents }): NoticeTexts {
  const { note, amountCents } = extra
  const amount = formatCents(amountCents)
  return inEachLanguage((language) =>
    todayTexts[language].extra(actIn(language, about), { note: note[language], amount }),
  )
}

export function extraAnsweredTexts(
  about: About,
  extra: { note: InEachLanguage; isApproved: boolean },
): NoticeTexts {
  return inEachLanguage((language) => {
    const { extraApproved, extraDeclined } = todayTexts[language]
    return (extra.isApproved ? extraApproved : extraDeclined)(actIn(language, about), extra.note[language])
  })
}

function actIn(language: Language, about: About) {
  return {
    crew: firstNameOf(about.crew_name) ?? todayTexts[language].yourCrew,
    service: nameIn(language, about),
    place: about.place_name,
  }
}
