/** Each kind of event as a sentence, in the words that its things have elsewhere. */
import { journalTexts } from '#domain/ledger/journal-texts.ts'
import { isLocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'

export type HistoryEvent = Reply<'GET /api/history'>['events'][number]

type Say = (event: HistoryEvent) => string

export function useHistorySentence(): Say {
  const { history: texts, auditLog } = useText()
  const says: Partial<Record<HistoryEvent['kind'], Say>> = { ...useWorkSentences(), ...useMoneySentences() }
  return (event) => {
    const { kind, title } = event
    if (kind === 'operator') return textFor(auditLog.actions, title) ?? title.replaceAll('_', ' ')
    return says[kind]?.(event) ?? (title === '' ? texts.kinds[kind] : `${texts.kinds[kind]}: ${title}`)
  }
}

function useWorkSentences(): Partial<Record<HistoryEvent['kind'], Say>> {
  const { history: texts, customer, today, feedback, ui } = useText()
  const format = useFormat()
  const services = useServices()
  const day = (text: string) => (isLocalDate(text) ? format.date(text) : text)
  const named = ({ kind, title }: HistoryEvent, table: Readonly<Record<string, string>>) =>
    `${texts.kinds[kind]}: ${textFor(table, title) ?? title}`
  const ofService: Say = ({ kind, title }) => `${texts.kinds[kind]}: ${services.name(title)}`
  const ofWeekday: Say = ({ kind, title }) =>
    `${texts.kinds[kind]}: ${ui.weekdays.long[Number(title) - 1] ?? title}`
  return {
    step: ({ title }) => textFor(today.timeline.operatorView, title) ?? title.replaceAll('_', ' '),
    visit: ({ kind, title, state }) =>
      `${texts.kinds[kind]}: ${title}, ${textFor(customer.states, state) ?? state}`,
    asked: ({ title, state, note }) =>
      state === 'standing' ? texts.standing(Number(note)) : texts.asked(Number(title), Number(note)),
    answer: ({ kind, title }) => textFor(texts.answers, title) ?? texts.kinds[kind],
    late_completion: ({ kind }) => texts.kinds[kind],
    dispute: (event) => named(event, feedback.openDispute.problems),
    decision: (event) => named(event, feedback.dispute.states),
    order: ofService,
    job_made: ofService,
    taken: ofWeekday,
    released: ofWeekday,
    paused: ({ title, state }) => texts.paused(day(title), state === '' ? null : day(state)),
    skipped: ({ title }) => texts.skipped(day(title)),
    moved: ({ title, state }) => texts.moved(day(title), day(state)),
  }
}

function useMoneySentences(): Partial<Record<HistoryEvent['kind'], Say>> {
  const { history: texts, peopleDesk, workDesk } = useText()
  const language = useLanguage()
  const { kinds, states } = peopleDesk.money
  const paper: Say = ({ kind, title, state }) =>
    `${texts.kinds[kind]}: ${textFor(kinds, title) ?? title}, ${textFor(states, state) ?? state}`
  return {
    payment: paper,
    payout: paper,
    payout_sent: ({ kind }) => texts.kinds[kind],
    payout_paid: ({ kind }) => texts.kinds[kind],
    attempt: ({ kind, title }) => textFor(texts.attempts, title) ?? texts.kinds[kind],
    hold: ({ kind, title }) => `${texts.kinds[kind]}: ${textFor(texts.holds, title) ?? title}`,
    refund: ({ kind, state }) => `${texts.kinds[kind]}: ${textFor(texts.refunds, state) ?? state}`,
    chargeback: ({ kind, state }) => `${texts.kinds[kind]}: ${textFor(texts.chargebacks, state) ?? state}`,
    tip: ({ kind }) => texts.kinds[kind],
    earning: ({ kind, title }) =>
      `${texts.kinds[kind]}: ${textFor(workDesk.money.earningKinds, title) ?? title}`,
    credit: ({ kind, title }) => textFor(texts.credits, title) ?? texts.kinds[kind],
    journal: ({ kind, title }) =>
      `${texts.kinds[kind]}: ${textFor(journalTexts[language], title) ?? journalTexts[language].other}`,
  }
}
