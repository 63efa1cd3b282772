/** The words of the nightly proof, in the language of whoever reads it. */

import { catalogue } from '#domain/catalogue.ts'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import { formatFeet } from '#domain/geo.ts'
import { plural } from '#domain/plural.ts'

export const reportTexts = catalogue({
  en: {
    title: 'Proof of service',
    night: (date: string) => `Night of ${date}`,
    doneBy: (crew: string, time: string) => `Completed by ${crew} at ${time}`,
    notDone: 'Not completed',
    summary: (checked: number, all: number, violations: number) =>
      `${checked} of ${all} buildings done · ${plural.en(violations, { one: '1 violation', other: (n) => `${n} violations` })}`,
    buildings: 'Buildings',
    doors: (count: number) => plural.en(count, { one: '1 door', other: (n) => `${n} doors` }),
    checked: (time: string) => `Done at ${time}`,
    passed: (crew: string, time: string, feet: number | null) =>
      `Checkpoint passed by ${crew} at ${time}${feet === null ? '' : `, ${formatFeet(feet)} from the complex`}`,
    notChecked: 'Not done',
    leftOut: 'Left out this night as you asked',
    doorsLeftOut: (doors: string) => `Doors left out: ${doors}`,
    violations: 'Violations',
    noViolations: 'None was reported.',
    exceptions: 'What was different this night',
    wholeComplex: 'Whole complex',
    door: (label: string) => `door ${label}`,
    kinds: {
      loose_trash: 'Loose trash',
      overweight: 'Too heavy',
      hazardous: 'Hazardous waste',
      bin_left_out: 'Bin left out',
      blocked: 'Way blocked',
      other: 'Other',
    } satisfies Record<ViolationKind, string>,
    made: (time: string, zone: string) => `Made ${time}. All times are of ${zone}.`,
    page: (number: number, count: number) => `Page ${number} of ${count}`,
  },
  es: {
    title: 'Comprobante de servicio',
    night: (date) => `Noche del ${date}`,
    doneBy: (crew, time) => `Terminado por ${crew} a las ${time}`,
    notDone: 'No terminado',
    summary: (checked, all, violations) =>
      `${checked} de ${all} edificios hechos · ${plural.es(violations, { one: '1 infracción', other: (n) => `${n} infracciones` })}`,
    buildings: 'Edificios',
    doors: (count) => plural.es(count, { one: '1 puerta', other: (n) => `${n} puertas` }),
    checked: (time) => `Hecho a las ${time}`,
    passed: (crew, time, feet) =>
      `Punto de control pasado por ${crew} a las ${time}${feet === null ? '' : `, a ${formatFeet(feet)} del complejo`}`,
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
})
