/** What each role of an operator finds to press on each screen: the table that `roles.spec.ts` walks, written by hand. */

/** `o` owner, `d` dispatcher, `s` support, `f` finance, `r` reader: who finds it. `opens` is pressed first, where it is there. */
type Screen = { readonly opens?: string; readonly buttons: Readonly<Record<string, string>> }

const PERSON = {
  Actions: 'odsf-',
  'Correct details': 'o-s--',
  Freeze: 'o-s--',
  'Mail a sign-in link': 'o-s--',
  'See as this person': 'o-s--',
  'Sign out everywhere': 'o-s--',
  'Write a message': 'o-s--',
}
const VISIT = { Actions: 'odsf-', Take: 'ods--' }
const TO_CREW = { ...VISIT, 'Give to a crew': 'ods--' }

export const SCREENS: Readonly<Record<string, Screen>> = {
  '/operator': { buttons: { 'Assign: Maple House': 'ods--' } },
  '/operator/dispatch': {
    buttons: { Map: 'odsfr', 'Nia CrewNothing yet': 'odsfr', 'Plan the day': 'ods--' },
  },
  '/operator/schedule': { buttons: { Edit: 'ods--', 'New calendar': 'ods--' } },
  '/operator/schedule?tab=pushed': { buttons: { Preview: 'ods--' } },
  '/operator/late-completions': {
    opens: 'Open: Maple House',
    buttons: { 'Accept and pay $7.70': 'ods--', Dismiss: 'ods--' },
  },
  '/operator/disputes': { opens: 'Open: Maple House', buttons: { Decide: 'o-s--' } },
  '/operator/queues/late': { opens: 'row', buttons: { ...TO_CREW, 'Dealt with': 'ods--' } },
  '/operator/queues/unassigned': { opens: 'row', buttons: { ...TO_CREW, 'Ask again': 'ods--' } },
  '/operator/queues/unconfirmed': { opens: 'row', buttons: { ...TO_CREW, 'Ask again': 'ods--' } },
  '/operator/queues/missed': {
    opens: 'row',
    buttons: { Actions: 'o-sf-', Take: 'ods--', 'Looked at': 'ods--' },
  },
  '/operator/queues/flagged': { opens: 'row', buttons: { ...VISIT, Approve: 'ods--' } },
  '/operator/queues/disputes': {
    opens: 'row',
    buttons: { Actions: 'odsf-', Take: 'o-s--', Decide: 'o-s--' },
  },
  '/operator/queues/approvals': {
    opens: 'row',
    buttons: { 'Approve $20': 'o-sf-', Decline: 'o-sf-', Take: 'o-sf-' },
  },
  '/operator/queues/late_reports': {
    opens: 'row',
    buttons: {
      Actions: 'o-sf-',
      Take: 'ods--',
      Decide: 'ods--',
      'Accept and pay': 'ods--',
      Dismiss: 'ods--',
    },
  },
  '/operator/queues/declined': { opens: 'row', buttons: { 'Charge now': 'o-sf-', Take: 'o-sf-' } },
  '/operator/queues/failed_payouts': { opens: 'row', buttons: { 'Looked at': 'o-sf-', Take: 'o-sf-' } },
  '/operator/queues/chargebacks': { opens: 'row', buttons: { Take: 'o--f-' } },
  '/operator/queues/differences': { opens: 'row', buttons: { Explain: 'o--f-', Take: 'o--f-' } },
  '/operator/queues/referrals': {
    opens: 'row',
    buttons: { Approve: 'o-s--', Refuse: 'o-s--', Take: 'o-s--' },
  },
  '/operator/queues/parked': {
    opens: 'row',
    buttons: { Drop: 'o----', 'Try again': 'o----', Take: 'o----' },
  },
  '/operator/people': { buttons: { Freeze: 'o-s--' } },
  '/operator/referrals': {
    buttons: {
      'Approve: Dana Whitfield brought Rosa Alvarez': 'o-s--',
      'Refuse: Dana Whitfield brought Rosa Alvarez': 'o-s--',
    },
  },
  '/operator/person/:customer': {
    opens: 'Actions',
    buttons: { ...PERSON, Actions: 'o-sf-', 'Give credit': 'o-sf-', 'Merge two accounts': 'o-s--' },
  },
  '/operator/person/:crew': {
    opens: 'Actions',
    buttons: {
      ...PERSON,
      Actions: 'ods--',
      'Merge two accounts': 'o-s--',
      'Text the link to their assignments': 'ods--',
    },
  },
  '/operator/person/:customer?show=notes': { buttons: { Actions: 'o-sf-', 'Add note': 'o-s--' } },
  '/operator/place/:place': { buttons: { 'Book weekly work': 'o-s--', 'Correct the place': 'o-s--' } },
  '/operator/job/:job': { buttons: { Change: 'o-s--', Pause: 'o-s--', 'End it': 'o-s--' } },
  '/visit/:open': {
    opens: 'Actions',
    buttons: {
      Actions: 'odsf-',
      'Give credit': 'o-sf-',
      'Give to a crew': 'ods--',
      'Move or change': 'ods--',
      Skip: 'o-s--',
    },
  },
  '/visit/:done?show=money': {
    opens: 'Actions',
    buttons: { Actions: 'odsf-', 'Give credit': 'o-sf-', 'Send the crew the door link': 'ods--' },
  },
  '/operator/payment/:paid': {
    opens: 'Actions',
    buttons: {
      Actions: 'o-sfr',
      'Approve $20': 'o-sf-',
      Decline: 'o-sf-',
      'Mail the receipt again': 'o-s--',
      Refund: 'o-sf-',
    },
  },
  '/operator/payment/:declined': {
    opens: 'Actions',
    buttons: { Actions: 'o-sfr', 'Write off': 'o--f-' },
  },
  '/operator/payout/:payout': { buttons: { 'Try again': 'o--f-' } },
  '/operator/money': { buttons: {} },
  '/operator/money?show=payments': { buttons: { Refund: 'o-sf-', 'Write off': 'o--f-' } },
  '/operator/money?show=payouts': { buttons: {} },
  '/operator/money?show=credit': { buttons: {} },
  '/operator/failed-refunds': { buttons: {} },
  '/operator/chargebacks?id=:chargeback': {
    buttons: { 'Accept the loss': 'o--f-', 'Send the evidence': 'o--f-' },
  },
  '/operator/invoices': { buttons: { Terms: 'o--f-' } },
  '/operator/reconcile?difference=:difference': {
    buttons: { 'Run now': 'o--f-', 'Save the explanation': 'o--f-' },
  },
  '/operator/statements': { buttons: { '(a file)': 'o--f-' } },
  '/operator/tax': { buttons: { 'Mark as filed': 'o--f-' } },
  '/operator/tax?show=rates': { buttons: { 'Change the rates': 'o----' } },
  '/operator/tax?show=certificates': { buttons: {} },
  '/operator/tax?show=forms': { buttons: {} },
  '/operator/numbers': { buttons: {} },
  '/operator/catalogue': { buttons: { 'Change price': 'o----' } },
  '/operator/catalogue?service=bins': { buttons: { 'Change price': 'o----', 'Show the effect': 'o----' } },
  '/operator/catalogue?show=services': {
    buttons: { Checklist: 'odsfr', Edit: 'o----', 'New service': 'o----' },
  },
  '/operator/catalogue?show=services&list=bins': {
    buttons: {
      Checklist: 'odsfr',
      Edit: 'o----',
      'Edit the checklist': 'o----',
      'New service': 'o----',
    },
  },
  '/operator/catalogue?show=settings&setting=offerMinutes': { buttons: { Change: 'o----', Save: 'o----' } },
  '/operator/markets': { buttons: { 'New city': 'o----' } },
  '/operator/market/denver': {
    buttons: {
      'Change the letterhead': 'o----',
      'Close city': 'o----',
      'Save city': 'o----',
      'Start again with a circle': 'o----',
      Holidays: 'odsfr',
      Prices: 'odsfr',
      Settings: 'odsfr',
      Taxes: 'odsfr',
    },
  },
  '/operator/texts': { buttons: { Publish: 'o----' } },
  '/operator/staff': { buttons: { 'End access': 'o----', Roles: 'o----', Invite: 'o----' } },
  '/operator/security': { buttons: { 'Set up an app': 'odsfr' } },
  '/operator/log': { buttons: {} },
  '/operator/outbox': { buttons: {} },
  '/operator/system': { buttons: { 'Drop: Clear drafts': 'o----', 'Try again: Clear drafts': 'o----' } },
  '/operator/readiness': { buttons: { 'Look again': 'odsfr' } },
}
