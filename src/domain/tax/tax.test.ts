import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { parseInstant } from '../time.ts'
import { channelOf, NOTHING_PAID, totalPaid } from './channels.ts'
import { CONSENT_VERSION, hasConsent } from './consent.ts'
import { type FormState, formStateOf, needsForm, ruleOfYear, type YearRule } from './form.ts'
import { consentSentence, sourceOfThreshold } from './texts.ts'
import { type W9State, w9StateOf } from './w9.ts'
import { isYearOver, spanOfYear, taxYearAt, yearToRemindOf } from './year.ts'

const DENVER = 'America/Denver'
const NEW_YORK = 'America/New_York'
const PHOENIX = 'America/Phoenix'

describe('a payment belongs to the year', () => {
  it.each([
    [
      'in which it was paid, not that of the work: done 31 Dec 23:30, paid 2 Jan',
      '2027-01-02T13:00:00Z',
      DENVER,
      2027,
    ],
    ['that is not over in Denver at 23:59:59.999', '2027-01-01T06:59:59.999Z', DENVER, 2026],
    ['that begins in Denver at midnight', '2027-01-01T07:00:00Z', DENVER, 2027],
    ['that has begun in New York two hours before Denver', '2027-01-01T05:00:00Z', NEW_YORK, 2027],
    ['that has not in Denver at the same instant', '2027-01-01T05:00:00Z', DENVER, 2026],
    ['of the local day and not of UTC', '2026-12-31T23:59:59Z', NEW_YORK, 2026],
    ['of the hour that spring skips', '2026-03-08T09:00:00Z', DENVER, 2026],
    ['of the hour that autumn repeats', '2026-11-01T08:30:00Z', DENVER, 2026],
  ])('%s', (_name, paidAt, zone, year) => {
    expect(taxYearAt(parseInstant(paidAt), zone)).toBe(year)
  })

  it.each([
    [DENVER, '2026-01-01T07:00:00.000Z', '2027-01-01T07:00:00.000Z'],
    [NEW_YORK, '2026-01-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    [PHOENIX, '2026-01-01T07:00:00.000Z', '2027-01-01T07:00:00.000Z'],
    // South of the equator the clocks are ahead at New Year.
    ['America/Santiago', '2026-01-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ])('that runs from midnight to midnight in %s, whatever the clocks do meanwhile', (zone, from, until) => {
    const span = spanOfYear(2026, zone)
    expect([span.from, span.until]).toEqual([parseInstant(from), parseInstant(until)])
    expect(spanOfYear(2027, zone).from).toBe(span.until)
    expect(taxYearAt(span.from, zone)).toBe(2026)
    expect(isYearOver(2026, parseInstant(until), zone)).toBe(true)
  })
})

it.each([
  ['2027-01-01T18:00:00Z', null],
  ['2027-01-02T06:59:00Z', null],
  ['2027-01-02T07:00:00Z', 2026],
  ['2027-01-15T06:59:00Z', 2026],
  ['2027-01-15T07:00:00Z', null],
  ['2026-11-22T18:00:00Z', null],
])('at %s crews in Denver are reminded of %s', (now, year) => {
  expect(yearToRemindOf(parseInstant(now), DENVER)).toBe(year)
})

describe('the rule of a year', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    taxFormThresholdCentsByYear: { '2026': cents(200_000), '2025': cents(60_000) },
    taxFormTypeByYear: { '2025': 'nec', '2027': 'k', '2028': 'none' },
  } as const

  it.each<[number, Partial<YearRule>]>([
    [2024, { formType: 'nec', thresholdCents: cents(60_000), thresholdYear: 2025 }],
    [2025, { formType: 'nec', thresholdCents: cents(60_000), thresholdYear: 2025 }],
    [2026, { formType: 'nec', thresholdCents: cents(200_000), thresholdYear: 2026 }],
    [2027, { formType: 'k', thresholdCents: cents(2_000_000), thresholdYear: 2025, thresholdCount: 200 }],
    [2031, { formType: 'none', thresholdCents: cents(200_000), thresholdYear: 2026 }],
  ])('%i is its own, else the newest before it, and says whose', (year, rule) => {
    expect(ruleOfYear(settings, year)).toMatchObject(rule)
  })

  it('is $600 for 2025 and $2,000 from 2026 on where nobody set another', () => {
    const of = (year: number) => ruleOfYear(DEFAULT_SETTINGS, year)
    expect([of(2025), of(2026), of(2029)].map((rule) => rule.thresholdCents)).toEqual([
      60_000, 200_000, 200_000,
    ])
  })

  it.each([
    [2_000_000, 201, false],
    [2_000_001, 200, false],
    [2_000_001, 201, true],
  ])(
    'asks for form K above its amount and its number: %i cents for %i',
    (paid, transactionCount, isNeeded) => {
      const rule = ruleOfYear(settings, 2027)
      expect(needsForm(rule, { paidCents: cents(paid), transactionCount })).toBe(isNeeded)
    },
  )

  it('says whose the threshold is, and cites no law', () => {
    const said = (year: number, changed = {}) =>
      sourceOfThreshold(ruleOfYear({ ...DEFAULT_SETTINGS, ...changed }, year), 'en')
    expect(said(2025)).toMatch(/^The configured limit of 2025/)
    expect(said(2029)).toMatch(/^The configured limit of 2026/)
    expect(said(2026, { taxFormTypeByYear: { '2025': 'k' } })).toMatch(/^The configured limit of 2025/)
    expect(said(2026, { taxFormThresholdCentsByYear: { '2025': cents(1) } })).toMatch(/^Set by/)
    expect(said(2026, { taxFormTypeByYear: { '2025': 'k' }, taxFormKTransactionCount: 1 })).toMatch(/^Set by/)
  })

  it('asks for a form from the threshold on', () => {
    const rule = ruleOfYear(settings, 2026)
    expect(
      [199_999, 200_000].map((paid) => needsForm(rule, { paidCents: cents(paid), transactionCount: 1 })),
    ).toEqual([false, true])
    expect(needsForm(ruleOfYear(settings, 2028), { paidCents: cents(900_000), transactionCount: 1 })).toBe(
      false,
    )
  })
})

it.each<[FormState, { paid: number; isYearOver: boolean; w9: W9State; isSent: boolean }]>([
  ['none', { paid: 199_999, isYearOver: true, w9: 'complete', isSent: false }],
  ['in_preparation', { paid: 200_000, isYearOver: false, w9: 'complete', isSent: false }],
  ['in_preparation', { paid: 200_000, isYearOver: true, w9: 'missing', isSent: false }],
  ['in_preparation', { paid: 200_000, isYearOver: true, w9: 'incomplete', isSent: false }],
  ['ready', { paid: 200_000, isYearOver: true, w9: 'complete', isSent: false }],
  ['sent', { paid: 200_000, isYearOver: true, w9: 'complete', isSent: true }],
  ['sent', { paid: 0, isYearOver: true, w9: 'missing', isSent: true }],
])('a form is %s with %j', (state, { paid, ...crew }) => {
  const rule = ruleOfYear(DEFAULT_SETTINGS, 2026)
  expect(formStateOf(rule, { ...crew, paidCents: cents(paid), transactionCount: 1 })).toBe(state)
})

it.each([
  ['missing', 'none', null],
  ['missing', 'none', []],
  ['incomplete', 'pending', []],
  ['incomplete', 'ready', ['individual.ssn_last_4']],
  ['incomplete', 'restricted', ['external_account', 'company.tax_id']],
  ['incomplete', 'restricted', ['individual.address.line1']],
  ['incomplete', 'restricted', null],
  ['complete', 'restricted', ['external_account']],
  ['complete', 'ready', ['external_account']],
  ['complete', 'ready', null],
] as const)('form W-9 is %s with an account %s that asks for %j', (w9, state, requirements) => {
  expect(w9StateOf({ state, requirements })).toBe(w9)
})

it.each([
  ['visit', true, 'weekly'],
  ['visit', false, 'on_demand'],
  ['tip', true, 'tips'],
  ['tip', false, 'tips'],
  ['clawback', true, 'weekly'],
  ['clawback', false, 'on_demand'],
  ['adjustment', false, 'on_demand'],
  ['commission', false, 'commission'],
  ['partner', false, 'partner'],
] as const)('a %s of weekly work (%s) counts as %s', (kind, isWeeklyWork, channel) => {
  expect(channelOf({ kind, isWeeklyWork })).toBe(channel)
})

it('adds up all channels, taken back work too', () => {
  expect(totalPaid({ ...NOTHING_PAID, weekly: cents(-500), tips: cents(200), partner: cents(1_000) })).toBe(
    700,
  )
})

it('takes consent for what was agreed to last, in the words of today', () => {
  const version = CONSENT_VERSION
  expect(
    [
      null,
      { version, isGiven: true },
      { version, isGiven: false },
      { version: version - 1, isGiven: true },
    ].map(hasConsent),
  ).toEqual([false, true, false, false])
})

it('has a new version of the consent whenever its words change', () => {
  const words = createHash('sha256').update(JSON.stringify(consentSentence)).digest('hex').slice(0, 12)
  expect([CONSENT_VERSION, words]).toEqual([1, 'd4252517312b'])
})
