import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Id, toId, type UserId } from '../ids.ts'
import { partnerLineEarned, partnerLineMoved } from '../ledger/partner-lines.ts'
import { cents, formatCents } from '../money.ts'
import { localDate } from '../time.ts'
import { LARGEST_LINE_CENTS, readAmount } from './amount.ts'
import { guessPartnerColumns, refusePartnerColumns } from './columns.ts'
import { readLines, type StatementRow } from './lines.ts'
import { compareWithEarlier, matchCrew } from './matching.ts'
import { readPeriod } from './period.ts'
import { lineFaultSentence } from './sentences.ts'

const TODAY = localDate('2026-03-02')
const id = <Branded extends Id<string>>(digit: number) =>
  toId<Branded>(`00000000-0000-4000-8000-00000000000${digit}`)

describe('an amount', () => {
  it.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.05', 1_205],
    ['$1,234.50', 123_450],
    ['US$ 7', 700],
    ['7.10 USD', 710],
    ['+3', 300],
    [' 0.01 ', 1],
    ['20,000.00', 2_000_000],
    ['0000012.00', 1_200],
  ])('%j is %i cents', (text, amountCents) => {
    expect(readAmount(text)).toEqual({ amountCents })
  })

  it.each([
    ['-12', 'amount_negative'],
    ['−12', 'amount_negative'],
    ['12-', 'amount_negative'],
    ['$-12', 'amount_negative'],
    ['-$12', 'amount_negative'],
    ['(12.00)', 'amount_negative'],
    ['1e3', 'amount_exponent'],
    ['1.5E+2', 'amount_exponent'],
    ['$2e-2', 'amount_exponent'],
    ['12.345', 'amount_beyond_cents'],
    ['12.000', 'amount_beyond_cents'],
    ['0.1000000000000000055', 'amount_beyond_cents'],
    ['20000.01', 'amount_too_large'],
    ['99999999999999999999', 'amount_too_large'],
    ['0', 'amount_zero'],
    ['$0.00', 'amount_zero'],
    ['12,50', 'amount_unreadable'],
    ['1,23,456', 'amount_unreadable'],
    ['12.', 'amount_unreadable'],
    ['.5', 'amount_unreadable'],
    ['1.2.3', 'amount_unreadable'],
    ['€12', 'amount_unreadable'],
    ['0x10', 'amount_unreadable'],
    ['NaN', 'amount_unreadable'],
    ['Infinity', 'amount_unreadable'],
    ['١٢', 'amount_unreadable'],
    ['', 'amount_unreadable'],
  ])('%j is refused: %s', (text, fault) => {
    expect(readAmount(text)).toEqual({ fault })
  })

  it('that is written as we write it is read to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LARGEST_LINE_CENTS }), (amount) => {
        expect(readAmount(formatCents(cents(amount)))).toEqual({ amountCents: amount })
        expect(readAmount((amount / 100).toFixed(2))).toEqual({ amountCents: amount })
      }),
    )
  })

  it('whatever is written, is whole cents within the limit or refused', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE$() '), maxLength: 14 })
    fc.assert(
      fc.property(letters, (text) => {
        const read = readAmount(text)
        if (!('amountCents' in read)) return
        expect(Number.isSafeInteger(read.amountCents)).toBe(true)
        expect(read.amountCents).toBeGreaterThan(0)
        expect(read.amountCents).toBeLessThanOrEqual(LARGEST_LINE_CENTS)
      }),
    )
  })
})

describe('a period', () => {
  const week = { start: '2026-02-16', end: '2026-02-22' }
  it.each([
    ['2026-02-16', '2026-02-22', week],
    ['2/16/2026', '02/22/26', week],
    ['2026-02-16 – 2026-02-22', '', week],
    ['2026-02-16–2026-02-22', '', week],
    ['2/16/2026 to 2/22/2026', '', week],
    ['2026-02-16', '', { start: '2026-02-16', end: '2026-02-16' }],
    ['2026-03-02', '2026-03-02', { start: '2026-03-02', end: '2026-03-02' }],
    // A quarter.
    ['2025-10-01', '2025-12-31', { start: '2025-10-01', end: '2025-12-31' }],
  ])('%j, %j', (start, end, period) => {
    expect(readPeriod(start, end, TODAY)).toEqual({ period })
  })

  it.each([
    ['', '2026-02-22', 'periodStart', 'period_missing'],
    ['2026-02-30', '', 'periodStart', 'date_unreadable'],
    ['13/1/2026', '', 'periodStart', 'date_unreadable'],
    ['2026-02-16', 'Sunday', 'periodEnd', 'date_unreadable'],
    ['2026-02-16', '2026-02-15', 'periodEnd', 'period_reversed'],
    ['2025-10-01', '2026-01-01', 'periodEnd', 'period_too_long'],
    ['2026-03-01', '2026-03-03', 'periodEnd', 'period_not_over'],
  ])('%j, %j is refused at %s: %s', (start, end, field, fault) => {
    expect(readPeriod(start, end, TODAY)).toEqual({ field, fault })
  })
})

describe('the columns', () => {
  it('are guessed by their names, in English and Spanish', () => {
    const header = [
      'Week Start',
      'Week Ending',
      'Driver ID',
      'Driver',
      'E-mail',
      'Phone #',
      'Line ID',
      'Stops',
      'Pay Amount',
    ]
    expect(guessPartnerColumns(header)).toEqual({
      periodStart: 0,
      periodEnd: 1,
      crewId: 2,
      crewName: 3,
      email: 4,
      phone: 5,
      lineId: 6,
      stops: 7,
      amount: 8,
    })
    expect(guessPartnerColumns(['Desde', 'Hasta', 'Línea', 'Teléfono', 'Monto'])).toEqual({
      periodStart: 0,
      periodEnd: 1,
      lineId: 2,
      phone: 3,
      amount: 4,
    })
  })

  it.each(['periodStart', 'lineId', 'amount'] as const)('are refused without %s', (field) => {
    const { [field]: _left, ...mapping } = { periodStart: 0, lineId: 1, amount: 2, phone: 3 }
    expect(refusePartnerColumns(mapping)).toEqual({ refused: 'statement_columns_missing' })
  })

  it('need one thing that tells the crew', () => {
    const mapping = { periodStart: 0, lineId: 1, amount: 2 }
    expect(refusePartnerColumns(mapping)).toEqual({ refused: 'statement_columns_missing' })
    for (const field of ['crewId', 'email', 'phone'])
      expect(refusePartnerColumns({ ...mapping, [field]: 3 })).toBeNull()
  })
})

const MAPPING = {
  periodStart: 0,
  periodEnd: 1,
  crewId: 2,
  email: 3,
  phone: 4,
  lineId: 5,
  stops: 6,
  amount: 7,
}
const CELLS = ['2026-02-16', '2026-02-22', 'rc-7', 'Ana@Crew.test', '(303) 555-0123', 'L1', '41', '$123.40']
const row = (number: number, changes: Record<number, string> = {}): StatementRow => ({
  number,
  cells: CELLS.map((cell, index) => changes[index] ?? cell),
})
const faultsOf = (...rows: StatementRow[]) =>
  readLines(rows, MAPPING, TODAY).faults.map((fault) => lineFaultSentence(fault, 'en'))

describe('a line', () => {
  it('is read whole', () => {
    expect(readLines([row(2)], MAPPING, TODAY)).toEqual({
      lines: [
        {
          rowNumber: 2,
          period: { start: '2026-02-16', end: '2026-02-22' },
          lineId: 'L1',
          partnerCrewId: 'RC-7',
          email: 'ana@crew.test',
          phone: '+13035550123',
          crewRef: 'id:RC-7',
          crewName: null,
          stops: 41,
          amountCents: 12_340,
        },
      ],
      faults: [],
    })
  })

  it.each([
    [{ 0: '' }, 'Row 7, Period start: the period is missing.'],
    [{ 1: 'soon' }, 'Row 7, Period end: “soon” is not a day. Write it as 2026-11-02 or 11/2/2026.'],
    [
      { 2: '', 3: '', 4: '' },
      'Row 7, Crew id: nothing says which crew this is. Give its id, email or phone.',
    ],
    [{ 3: 'ana' }, 'Row 7, Email: “ana” is not an email address.'],
    [{ 4: '12' }, 'Row 7, Phone: “12” is not a US phone number with ten digits.'],
    [{ 5: ' ' }, 'Row 7, Line number: the partner’s number of the line is missing.'],
    [{ 6: '4.5' }, 'Row 7, Stops: “4.5” is not a whole number of stops up to 10,000.'],
    [{ 6: '-1' }, 'Row 7, Stops: “-1” is not a whole number of stops up to 10,000.'],
    [{ 7: '' }, 'Row 7, Amount: the amount is missing.'],
    [{ 7: '1.234' }, 'Row 7, Amount: “1.234” has fractions of a cent. Write at most two decimals.'],
    [{ 7: '1e9' }, 'Row 7, Amount: “1e9” is written with an exponent. Write it out, such as 1,234.50.'],
    [{ 7: '-5' }, 'Row 7, Amount: “-5” is below zero. A line can only pay a crew.'],
    [{ 7: '1000000' }, 'Row 7, Amount: “1000000” is more than $20,000 for one line.'],
    // security 11: what nobody could see is not there.
    [{ 5: '\u200b\u2060' }, 'Row 7, Line number: the partner’s number of the line is missing.'],
    [{ 3: 'a\u2067na@crew.test' }, 'Row 7, Email: there are characters that cannot be shown.'],
    [{ 5: 'L\u202e1' }, 'Row 7, Line number: there are characters that cannot be shown.'],
  ])('%j: %s', (changes, sentence) => {
    expect(faultsOf(row(7, changes))).toEqual([sentence])
  })

  it('says everything that is wrong with it, and leaves the others alone', () => {
    const read = readLines([row(2, { 5: '', 7: 'x' }), row(3), { number: 4, cells: null }], MAPPING, TODAY)
    expect(read.lines.map(({ rowNumber }) => rowNumber)).toEqual([3])
    expect(read.faults.map((fault) => lineFaultSentence(fault, 'es'))).toEqual([
      'Fila 2, Número de línea: falta el número de línea del socio.',
      'Fila 2, Monto: «x» no es un monto. Escribe dólares y centavos, como 1,234.50.',
      'Fila 4: no se puede leer esta fila. Revisa sus comillas y comas.',
    ])
  })

  it('is refused for a single fault', () => {
    const faults: Record<number, string>[] = [{ 5: '' }, { 7: '' }, { 0: 'soon' }, { 1: '2026-02-01' }]
    for (const fault of faults) {
      const read = readLines([row(2, fault)], MAPPING, TODAY)
      expect([read.lines, read.faults.length]).toEqual([[], 1])
    }
  })

  it('that stands twice in a file counts once', () => {
    expect(faultsOf(row(2), row(3), row(4, { 5: 'L2' }))).toEqual([
      'Row 3, Line number: the same line stands in row 2 already.',
    ])
  })

  it('is never lost: each row is a line or has a fault', () => {
    const cell = fc.oneof(fc.constantFrom(...CELLS, '', '1e3', '-1', '2026-13-01'), fc.string())
    const cells = fc.array(cell, { maxLength: 9 })
    fc.assert(
      fc.property(fc.array(fc.option(cells), { maxLength: 12 }), (records) => {
        const rows = records.map((each, index) => ({ number: index + 2, cells: each }))
        const { lines, faults } = readLines(rows, MAPPING, TODAY)
        const covered = new Set([...lines, ...faults].map(({ rowNumber }) => rowNumber))
        expect(covered.size).toBe(rows.length)
      }),
    )
  })
})

describe('lines of two files', () => {
  const read = (...rows: StatementRow[]) => readLines(rows, MAPPING, TODAY).lines

  it('are the same by period, crew and number', () => {
    const compared = compareWithEarlier(
      read(row(2), row(3, { 5: 'L2' }), row(4, { 2: 'rc-8' }), row(5, { 1: '2026-02-21' })),
      read(row(9)),
    )
    expect(compared.fresh.map(({ rowNumber }) => rowNumber)).toEqual([3, 4, 5])
    expect(compared).toMatchObject({ repeatedCount: 1, faults: [] })
  })

  it('are the same though the crew is told in another way', () => {
    const earlier = read(row(9, { 2: '', 4: '' }))
    expect(compareWithEarlier(read(row(2)), earlier)).toMatchObject({ fresh: [], repeatedCount: 1 })
  })

  it('with another amount change nothing, and it is said', () => {
    const { fresh, faults } = compareWithEarlier(read(row(2, { 7: '5' })), read(row(9)))
    expect(fresh).toEqual([])
    expect(faults.map((fault) => lineFaultSentence(fault, 'en'))).toEqual([
      'Row 2, Amount: this line was imported before over $123.40, which stays. A correction needs a line number of its own.',
    ])
  })

  it('add nothing a second time, whatever they are', () => {
    const changes = fc.record({ 2: fc.constantFrom('', 'a', 'b'), 5: fc.constantFrom('1', '2', '3') })
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 10 }), (all) => {
        const lines = read(...all.map((each, index) => row(index + 2, each)))
        expect(compareWithEarlier(lines, lines)).toEqual({
          fresh: [],
          repeatedCount: lines.length,
          faults: [],
        })
      }),
    )
  })
})

describe('a crew', () => {
  const [ana, ben] = [id<UserId>(1), id<UserId>(2)]
  const line = { crewRef: 'id:RC-7', partnerCrewId: 'RC-7', email: 'ana@crew.test', phone: '+13035550123' }
  const known = {
    chosen: new Map<string, UserId>(),
    byEmail: new Map([['ana@crew.test', ana]]),
    byPhone: new Map([['+13035550123', [ana]]]),
  }
  it.each([
    ['by e-mail', line, known, { crewId: ana, matchedBy: 'email' }],
    ['by phone', { ...line, email: null }, known, { crewId: ana, matchedBy: 'phone' }],
    [
      'by an operator first',
      line,
      { ...known, chosen: new Map([['id:RC-7', ben]]) },
      { crewId: ben, matchedBy: 'operator' },
    ],
    [
      'by e-mail among several with the phone',
      line,
      { ...known, byPhone: new Map([['+13035550123', [ben, ana]]]) },
      { crewId: ana, matchedBy: 'email' },
    ],
    [
      'not where several have the phone',
      { ...line, email: null },
      { ...known, byPhone: new Map([['+13035550123', [ben, ana]]]) },
      null,
    ],
    [
      'not where e-mail and phone are of two',
      line,
      { ...known, byPhone: new Map([['+13035550123', [ben]]]) },
      null,
    ],
    ['not where nobody is known', { ...line, email: 'x@y.test', phone: null }, known, null],
  ])('is found %s', (_how, meant, crews, match) => {
    expect(matchCrew(meant, crews)).toEqual(match)
  })
})

describe('the books', () => {
  it('say that the partner owes what the crew earned', () => {
    const event = { lineId: 'l', crewId: 'c', amountCents: cents(500) }
    expect(partnerLineEarned(event)).toEqual({
      key: 'partner-line:l:earned',
      postings: [
        { accountKind: 'partner_receivable', ownerId: null, amountCents: 500 },
        { accountKind: 'crew_payable', ownerId: 'c', amountCents: -500 },
      ],
    })
  })

  it('move it from one crew to another', () => {
    const event = { lineId: 'l', move: 1, fromCrewId: 'a', toCrewId: 'b', amountCents: cents(500) }
    expect(partnerLineMoved(event)).toEqual({
      key: 'partner-line:l:moved:1',
      postings: [
        { accountKind: 'crew_payable', ownerId: 'a', amountCents: 500 },
        { accountKind: 'crew_payable', ownerId: 'b', amountCents: -500 },
      ],
    })
  })
})
