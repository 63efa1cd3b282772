/** Which column of a partner's statement holds what, guessed from its header; the operator may change the guess. */
import { type ColumnNames, columnsNamed } from '../imports/guess-columns.ts'
import { type Refusal, refuse } from '../refusals.ts'

export const PARTNER_FIELDS = [
  'periodStart',
  'periodEnd',
  'lineId',
  'crewId',
  'crewName',
  'email',
  'phone',
  'stops',
  'amount',
] as const
export type PartnerField = (typeof PARTNER_FIELDS)[number]

/** The index of each field's column; a field without one is not in the file. */
export type PartnerMapping = Readonly<Partial<Record<PartnerField, number>>>

const SYNONYMS: ColumnNames<PartnerField> = {
  periodStart: [
    'periodstart',
    'weekstart',
    'startdate',
    'start',
    'from',
    'weekof',
    'payperiod',
    'period',
    'date',
    'desde',
    'inicio',
    'periodo',
    'semana',
    'fecha',
  ],
  periodEnd: ['periodend', 'weekend', 'weekending', 'enddate', 'end', 'to', 'through', 'hasta', 'fin'],
  lineId: [
    'lineid',
    'lineitemid',
    'line',
    'linenumber',
    'payoutid',
    'paymentid',
    'itemid',
    'routeid',
    'reference',
    'id',
    'linea',
    'referencia',
  ],
  crewId: ['crewid', 'driverid', 'haulerid', 'contractorid', 'providerid', 'partnercrewid', 'equipoid'],
  crewName: ['crewname', 'crew', 'drivername', 'driver', 'haulername', 'contractorname', 'name', 'nombre'],
  email: ['email', 'emailaddress', 'crewemail', 'driveremail', 'contractoremail', 'correo'],
  phone: ['phone', 'phonenumber', 'mobile', 'cell', 'crewphone', 'driverphone', 'telefono'],
  stops: ['stops', 'stopcount', 'numberofstops', 'pickups', 'completedstops', 'paradas'],
  amount: ['amount', 'payamount', 'payoutamount', 'total', 'totalpay', 'pay', 'payout', 'amountusd', 'monto'],
}

export function guessPartnerColumns(header: readonly string[]): PartnerMapping {
  return columnsNamed(header, SYNONYMS)
}

/** A statement can be read where every line can have a period, an id, a crew and an amount. */
export function refusePartnerColumns({
  periodStart,
  lineId,
  amount,
  crewId,
  email,
  phone,
}: PartnerMapping): Refusal | null {
  const hasCrew = crewId !== undefined || email !== undefined || phone !== undefined
  const hasAll = periodStart !== undefined && lineId !== undefined && amount !== undefined && hasCrew
  return hasAll ? null : refuse('statement_columns_missing')
}
