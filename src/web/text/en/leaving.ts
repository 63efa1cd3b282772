/** Texts of taking one's data along, ending what is booked, and leaving. */
import { plural } from '#domain/plural.ts'

export const leaving = {
  data: {
    title: 'Your data',
    body: 'Get a file with everything we know about you. We email you when it is ready.',
    ask: 'Export my data',
    asked: 'We are writing your file. You get an email when it is ready.',
    writing: 'Being written',
    ready: (when: string) => `Ready until ${when}`,
    download: 'Download',
  },
  everything: {
    title: 'Cancel everything',
    body: 'Ends all weekly services and cancels all open orders at once. Your account stays.',
    nothing: 'Nothing is booked.',
    submit: 'Cancel everything',
    confirmTitle: 'Cancel everything you booked?',
    keep: 'Keep it',
    done: 'Everything is canceled.',
  },
  jobs: (count: number) =>
    plural.en(count, { one: '1 weekly service ends', other: (n) => `${n} weekly services end` }),
  visits: (count: number) =>
    plural.en(count, { one: '1 visit is canceled', other: (n) => `${n} visits are canceled` }),
  orders: (count: number) =>
    plural.en(count, { one: '1 order is canceled', other: (n) => `${n} orders are canceled` }),
  fee: (amount: string) => `Canceling the orders costs ${amount}`,
  noFee: 'Canceling costs nothing',
  leave: {
    title: 'Delete the account',
    submit: 'Delete my account',
    grace: (days: number) =>
      plural.en(days, {
        one: 'You are signed out everywhere. Sign in within 1 day to keep the account',
        other: (n) => `You are signed out everywhere. Sign in within ${n} days to keep the account`,
      }),
    forgotten: 'Then your name, phone, email, addresses, messages and photos are gone for good',
    kept: 'Receipts, invoices and tax records stay without them, as the law asks',
    owed: (amount: string) => `You owe ${amount}. Pay it first`,
    unbilled: (amount: string) => `Finished work for ${amount} is charged first, as always`,
    unpaid: (amount: string) => `Your earnings of ${amount} are paid out first`,
    credit: (amount: string) => `Your credit of ${amount} is lost. Use it first, or ask support`,
    confirmTitle: 'Delete your account?',
    keep: 'Keep my account',
    done: (day: string) => `Your account is deleted on ${day}. Sign in before to keep it.`,
    billing: 'Go to billing',
  },
}
