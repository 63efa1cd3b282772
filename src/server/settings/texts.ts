/** Why a number cannot be as an operator wants it. */
import { cents, formatCents } from '#domain/money.ts'
import type { SettingProblem } from '#domain/settings/check.ts'
import type { SettingUnit } from '#domain/settings/rule.ts'

type Range = { readonly unit: SettingUnit; readonly minimum: number; readonly maximum: number }
type Sentences = Readonly<Record<SettingProblem, (range: Range) => string>> & {
  readonly inThePast: string
  readonly unknownKey: string
  readonly unknownMarket: string
  readonly conflict: (least: string, most: string) => string
}

type UnitNames = Readonly<Record<SettingUnit, readonly [one: string, many: string]>>

const unitsEn: UnitNames = {
  cents: ['cent', 'cents'],
  basis_points: ['hundredth of a percent', 'hundredths of a percent'],
  seconds: ['second', 'seconds'],
  minutes: ['minute', 'minutes'],
  hours: ['hour', 'hours'],
  days: ['day', 'days'],
  months: ['month', 'months'],
  feet: ['foot', 'feet'],
  count: ['', ''],
}

const unitsEs: UnitNames = {
  cents: ['centavo', 'centavos'],
  basis_points: ['centésima de por ciento', 'centésimas de por ciento'],
  seconds: ['segundo', 'segundos'],
  minutes: ['minuto', 'minutos'],
  hours: ['hora', 'horas'],
  days: ['día', 'días'],
  months: ['mes', 'meses'],
  feet: ['pie', 'pies'],
  count: ['', ''],
}

/** Money in dollars and shares in percent, as people write them. */
function inUnit(value: number, unit: SettingUnit, names: UnitNames): string {
  if (unit === 'cents') return formatCents(cents(value))
  if (unit === 'basis_points') return `${value / 100}%`
  const [one, many] = names[unit]
  return `${value} ${value === 1 ? one : many}`.trim()
}

const en: Sentences = {
  not_whole: ({ unit }) => `Give whole numbers of ${unitsEn[unit][1] || 'things'}.`,
  below_minimum: ({ unit, minimum }) => `Give at least ${inUnit(minimum, unit, unitsEn)}.`,
  above_maximum: ({ unit, maximum }) => `Give at most ${inUnit(maximum, unit, unitsEn)}.`,
  not_a_weekday: () => 'Weekdays run from 1 (Monday) to 7.',
  not_a_time: () => 'Give a time as HH:MM.',
  not_rising: () => 'Give each number greater than the one before.',
  too_many: () => 'Give fewer numbers.',
  not_by_year: () => 'Give an amount for each year.',
  not_by_service: () => 'Give the rates of state, county, city and districts for each service.',
  not_a_choice: () => 'Choose one of the listed words for each year.',
  inThePast: 'Choose a moment in the future.',
  unknownKey: 'There is no such setting.',
  unknownMarket: 'You cannot change this city.',
  conflict: (least, most) => `“${least}” would be more than “${most}”.`,
}

const es: Sentences = {
  not_whole: ({ unit }) => `Indica números enteros de ${unitsEs[unit][1] || 'cosas'}.`,
  below_minimum: ({ unit, minimum }) => `Indica al menos ${inUnit(minimum, unit, unitsEs)}.`,
  above_maximum: ({ unit, maximum }) => `Indica como máximo ${inUnit(maximum, unit, unitsEs)}.`,
  not_a_weekday: () => 'Los días van de 1 (lunes) a 7.',
  not_a_time: () => 'Indica la hora como HH:MM.',
  not_rising: () => 'Indica cada número mayor que el anterior.',
  too_many: () => 'Indica menos números.',
  not_by_year: () => 'Indica una cantidad para cada año.',
  not_by_service: () => 'Indica las tasas de estado, condado, ciudad y distritos para cada servicio.',
  not_a_choice: () => 'Elige para cada año una de las palabras de la lista.',
  inThePast: 'Elige un momento futuro.',
  unknownKey: 'No existe ese ajuste.',
  unknownMarket: 'No puedes cambiar esta ciudad.',
  conflict: (least, most) => `«${least}» sería más que «${most}».`,
}

export const settingTexts = { en, es }
