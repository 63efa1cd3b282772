/** What the desk writes by itself, and the evidence, which banks in the United States read: in English only. */
import { catalogue } from '#domain/catalogue.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { plural } from '#domain/plural.ts'

export const deskTexts = catalogue({
  en: { refundedForFraud: 'The bank warned of fraud' },
  es: { refundedForFraud: 'El banco avisó de un fraude' },
})

export const evidenceTexts = {
  title: 'Evidence in answer to a chargeback',
  amount: (cents: Cents) => `${formatCents(cents)} taken back`,
  reason: (reason: string) => `The bank’s reason: ${reason.replaceAll('_', ' ')}`,
  customer: (name: string, email: string) => `Cardholder: ${name}, ${email}`,
  paid: (amount: string, at: string, card: string) => `Paid ${amount} on ${at}${card}`,
  card: (brand: string, last4: string) => ` with ${brand} ending in ${last4}`,
  refunded: (amount: string) => `Already given back: ${amount}`,
  note: 'What we say',
  history: 'The customer',
  since: (date: string) => `Opened the account with us on ${date}.`,
  agreed: (page: string, version: number, when: string) =>
    `Agreed to version ${version} of the ${page === 'terms' ? 'terms' : 'privacy notice'} on ${when}.`,
  earlier: (count: number, total: string) =>
    plural.en(count, {
      one: `1 other payment to us was never disputed (${total}).`,
      other: (n) => `${n} other payments to us were paid (${total}).`,
    }),
  chargebacks: (count: number) =>
    plural.en(count, { one: '1 earlier chargeback.', other: (n) => `${n} earlier chargebacks.` }),
  visit: (service: string, date: string) => `${service}, ${date}`,
  place: (name: string, address: string) => [name, address].filter(Boolean).join(', '),
  price: (amount: string) => `Price: ${amount}`,
  window: (from: string, to: string) => `Agreed for ${from} to ${to}`,
  crew: (name: string) => `Done by ${name}`,
  started: (at: string) => `Started ${at}`,
  completed: (at: string) => `Completed ${at}`,
  notCompleted: 'Not completed',
  position: (lat: string, lng: string, feet: number | null) =>
    `The crew’s phone was at ${lat}, ${lng} when it was completed${feet === null ? '' : `, ${feet} feet from the address`}.`,
  photos: (count: number) =>
    plural.en(count, { one: '1 photo of the work', other: (n) => `${n} photos of the work` }),
  taken: (at: string) => `Taken ${at}`,
  messages: 'Messages',
  senders: { customer: 'Customer', crew: 'Crew', operator: 'Support' },
  made: (at: string) => `Crew · ${at}`,
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  refundPolicy:
    'A customer can report a problem within 72 hours of a visit; work that was not done as agreed is done again or given back. Visits can be skipped or canceled free of charge before the time that is shown when booking.',
  statement: (visits: string, note: string) =>
    [`The work was ordered by the customer and done. ${visits}`, note].filter(Boolean).join('\n\n'),
  statementVisit: (service: string, date: string, completed: string | null, photoCount: number) =>
    `${service} on ${date}: ${completed === null ? 'not completed' : `completed ${completed}, ${photoCount} photos`}.`,
} as const
