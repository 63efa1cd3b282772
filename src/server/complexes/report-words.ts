/** The words of the nightly proof, in the language of whoever reads it. */
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { Language } from '#domain/language.ts'

export type ReportWords = {
  readonly title: string
  readonly night: (date: string) => string
  readonly doneBy: (crew: string, time: string) => string
  readonly notDone: string
  readonly summary: (checked: number, all: number, violations: number) => string
  readonly buildings: string
  readonly doors: (count: number) => string
  readonly checked: (time: string) => string
  readonly notChecked: string
  readonly leftOut: string
  readonly doorsLeftOut: (doors: string) => string
  readonly violations: string
  readonly noViolations: string
  readonly exceptions: string
  readonly wholeComplex: string
  readonly door: (label: string) => string
  readonly kinds: Readonly<Record<ViolationKind, string>>
  readonly made: (time: string, zone: string) => string
  readonly page: (number: number, count: number) => string
}

export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = {
  en: {
    title: 'Proof of service',
    night: (date) => `Night of ${date}`,
    doneBy: (crew, time) => `Completed by ${crew} at ${time}`,
    notDone: 'Not completed',
    summary: (checked, all, violations) =>
      `${checked} of ${all} buildings done · ${violations} ${violations === 1 ? 'violation' : 'violations'}`,
    buildings: 'Buildings',
    doors: (count) => (count === 1 ? '1 door' : `${count} doors`),
    checked: (time) => `Done at ${time}`,
    notChecked: 'Not done',
    leftOut: 'Left out this night as you asked',
    doorsLeftOut: (doors) => `Doors left out: ${doors}`,
    violations: 'Violations',
    noViolations: 'None was reported.',
    exceptions: 'What was different this night',
    wholeComplex: 'Whole complex',
    door: (label) => `door ${label}`,
    kinds: {
      loose_trash: 'Loose trash',
      overweight: 'Too heavy',
      hazardous: 'Hazardous waste',
      bin_left_out: 'Bin left out',
      blocked: 'Way blocked',
      other: 'Other',
    },
    made: (time, zone) => `Made ${time}. All times are of ${zone}.`,
    page: (number, count) => `Page ${number} of ${count}`,
  },
  es: {
    title: 'Comprobante de servicio',
    night: (date) => `Noche del ${date}`,
    doneBy: (crew, time) => `Terminado por ${crew} a las ${time}`,
    notDone: 'No terminado',
    summary: (checked, all, violations) =>
      `${checked} de ${all} edificios hechos · ${violations} ${violations === 1 ? 'infracción' : 'infracciones'}`,
    buildings: 'Edificios',
    doors: (count) => (count === 1 ? '1 puerta' : `${count} puertas`),
    checked: (time) => `Hecho a las ${time}`,
    notChecked: 'No hecho',
    leftOut: 'Omitido esta noche como pediste',
    doorsLeftOut: (doors) => `Puertas omitidas: ${doors}`,
    violations: 'Infracciones',
    noViolations: 'No se informó ninguna.',
    exceptions: 'Lo que fue distinto esta noche',
    wholeComplex: 'Todo el complejo',
    door: (label) => `puerta ${label}`,
    kinds: {
      loose_trash: 'Basura suelta',
      overweight: 'Demasiado pesado',
      hazardous: 'Residuo peligroso',
      bin_left_out: 'Bote dejado afuera',
      blocked: 'Paso bloqueado',
      other: 'Otro',
    },
    made: (time, zone) => `Hecho el ${time}. Todas las horas son de ${zone}.`,
    page: (number, count) => `Página ${number} de ${count}`,
  },
}
