/** What stands in the app's list, and on devices, beside the mails about money: the same facts, no link that signs in. */

import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { moneyTexts } from './money-texts.ts'
import { type NoticeTexts, notify } from './notify.ts'

type MoneyNews = {
  readonly to: UserId
  readonly event: 'payment' | 'payout' | 'job_changed'
  readonly key: string
  readonly texts: NoticeTexts
  readonly url: string
  readonly now: Instant
}

/** The mail is sent by the caller: it may carry a link that pays without signing in. */
export function notifyBesideMail(db: Db, news: MoneyNews): Promise<void> {
  return notify(db, { ...news, channels: ['in_app', 'push'] })
}

export function declinedTexts(amountCents: number, isPaused: boolean): NoticeTexts {
  const amount = formatCents(cents(amountCents))
  return inEachLanguage((language) => moneyTexts[language].declined(amount, isPaused))
}

export function debitReturnedTexts(amountCents: number, isPaused: boolean): NoticeTexts {
  const amount = formatCents(cents(amountCents))
  return inEachLanguage((language) => moneyTexts[language].debitReturned(amount, isPaused))
}

export function confirmTexts(amountCents: number, isPaused: boolean): NoticeTexts {
  const amount = formatCents(cents(amountCents))
  return inEachLanguage((language) => moneyTexts[language].confirm(amount, isPaused))
}

export function receiptTexts(amountCents: Cents | number): NoticeTexts {
  const amount = formatCents(cents(amountCents))
  return inEachLanguage((language) => moneyTexts[language].receipt(amount))
}

export function servicePauseTexts(isPaused: boolean): NoticeTexts {
  return inEachLanguage((language) => moneyTexts[language][isPaused ? 'servicePaused' : 'serviceResumed'])
}

/** `held` lies with the provider until its owner answers something; `failed` goes out with the next run. */
export type PayoutNews = 'paid' | 'delayed' | 'returned' | 'held' | 'failed'

export function payoutTexts(amountCents: number, news: PayoutNews): NoticeTexts {
  const amount = formatCents(cents(amountCents))
  return inEachLanguage((language) => moneyTexts[language].payouts[news](amount))
}
