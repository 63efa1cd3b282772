import { expect, it } from 'vitest'
import { asksOf, stopReasonOf } from './account.ts'

it.each([
  [['external_account'], ['bank']],
  [['individual.dob.day', 'individual.dob.month', 'individual.dob.year'], ['birth_date']],
  [
    ['individual.ssn_last_4', 'individual.first_name', 'individual.last_name'],
    ['name', 'tax_number'],
  ],
  [['individual.verification.document'], ['identity_document']],
  [
    ['tos_acceptance.date', 'tos_acceptance.ip', 'business_profile.url'],
    ['business', 'terms'],
  ],
  [['company.tax_id'], ['tax_number']],
  [['individual.id_number'], ['tax_number']],
  [['individual.address.line1'], ['address']],
  [
    ['individual.phone', 'individual.email'],
    ['phone', 'email'],
  ],
  [['business_type'], ['business']],
  [['something.new'], ['other']],
  [[], []],
])('%j asks for %j', (requirements, asks) => {
  expect(asksOf(requirements)).toEqual(asks)
})

it.each([
  ['requirements.past_due', 'questions_open'],
  ['requirements.pending_verification', 'under_review'],
  ['rejected.fraud', 'refused'],
  ['platform_paused', 'other'],
])('%s means %s', (disabledReason, reason) => {
  expect(stopReasonOf(disabledReason)).toBe(reason)
})
