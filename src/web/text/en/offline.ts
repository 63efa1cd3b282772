/** Texts of work without a connection: what waits, what is safe, what changed meanwhile. */
import { plural } from '#domain/plural.ts'

export const offline = {
  asOf: (time: string) => `Offline, as of ${time}`,
  unreachable: (time: string) => `No answer right now. This is as of ${time}.`,
  noDay: 'Your day is not on this phone yet. It comes as soon as there is a connection.',
  waits: (count: number) =>
    plural.en(count, { one: '1 thing waits to be sent', other: (n) => `${n} things wait to be sent` }),
  look: (count: number) =>
    plural.en(count, { one: '1 visit needs a look', other: (n) => `${n} visits need a look` }),
  title: 'Waiting to be sent',
  looked: 'What changed meanwhile',
  nothing: 'Everything is sent',
  goes: 'It is on this phone and goes by itself when there is a connection. You can close the app.',
  goesWhenOpen:
    'It is on this phone. This phone sends only while the app is open: open it once when you have a connection, within 7 days.',
  notLasting: 'This browser keeps nothing. Stay on this page until everything is sent.',
  sendNow: 'Send now',
  ready: 'OK',
  states: {
    kept: 'Waiting',
    sending: 'Sending',
    safe: 'Safe',
    refused: 'Not taken',
    conflict: 'Changed meanwhile',
  },
  sending: (percent: number) => `Sending ${percent} %`,
  retry: 'Try again',
  deletePhoto: 'Delete this photo',
  deleteTitle: 'Delete this photo?',
  deleteBody: 'It is only on this phone. Deleted, it is gone.',
  photo: (number: number) => `Photo ${number}`,
  way: (time: string) => `On the way ${time}`,
  started: (time: string) => `Started ${time}`,
  done: (time: string) => `Done ${time}`,
  waiting: 'waiting to send',
  willBeSent: (time: string) => `Done ${time}, will be sent.`,
  notKept: 'This could not be kept on this phone. Try again.',
  full: 'This phone is full, so this was not kept. Free some space and try again.',
  lost: 'This photo is no longer on this phone.',
  changed: {
    cancelled: (time: string) => `The visit was canceled at ${time}.`,
    cancelledByCustomer: (time: string) => `The customer canceled this visit at ${time}.`,
    skipped: (time: string) => `The visit was skipped at ${time}.`,
    skippedByCustomer: (time: string) => `The customer skipped this visit at ${time}.`,
    reassigned: (time: string) => `This visit went to someone else at ${time}.`,
    tooLate: 'This visit is too long ago to be completed by itself.',
    unknown: 'This visit changed before your work reached us.',
    photosSafe: (count: number) =>
      plural.en(count, { one: 'Your photo is safe.', other: (n) => `Your ${n} photos are safe.` }),
    photosHere: (count: number) =>
      plural.en(count, {
        one: '1 photo is still on this phone.',
        other: (n) => `${n} photos are still on this phone.`,
      }),
    officeNotified: 'We have told the office.',
    noNeed: 'You do not need to go there.',
    accepted: 'The office accepted it. You are paid for it.',
    dismissed: (note: string) => `The office did not accept it. ${note}`.trim(),
  },
  leave: {
    title: 'Not everything is sent',
    body: (count: number) =>
      plural.en(count, {
        one: '1 thing is only on this phone. If you sign out now, it is deleted.',
        other: (n) => `${n} things are only on this phone. If you sign out now, they are deleted.`,
      }),
    stay: 'Stay signed in',
    leave: 'Delete and sign out',
  },
}
