/** Why a statement of a partner, or a row of it, is refused, in words. */
import { catalogue } from '../catalogue.ts'
import type { Language } from '../language.ts'
import { partnerFieldNames } from './field-texts.ts'
import type { LineFault, LineFaultReason } from './lines.ts'

export const partnerRefusals = catalogue({
  en: {
    statement_columns_missing:
      'Choose the columns of period, line number, amount, and of what tells the crew: id, email or phone.',
    statement_changed: 'This statement looks different by now. Look at it again before you confirm it.',
    statement_confirmed: 'This statement was confirmed already.',
    line_paid_out: 'This line was paid out already, so it stays with its crew.',
    partner_payment_known: 'This reference was recorded before, with another amount or day.',
    partner_payment_ahead: 'The day of the payment is still to come.',
    partner_payment_above_owed: 'That is more than is still owed for this statement.',
  },
  es: {
    statement_columns_missing:
      'Elige las columnas del período, la línea, el monto y lo que indica el equipo: id, correo o teléfono.',
    statement_changed: 'Este estado de cuenta ya no es el mismo. Míralo otra vez antes de confirmarlo.',
    statement_confirmed: 'Este estado de cuenta ya fue confirmado.',
    line_paid_out: 'Esta línea ya se pagó, así que se queda con su equipo.',
    partner_payment_known: 'Esta referencia ya se registró, con otro monto u otra fecha.',
    partner_payment_ahead: 'El día del pago todavía no ha llegado.',
    partner_payment_above_owed: 'Es más de lo que aún se debe por este estado de cuenta.',
  },
})

type Faults = Readonly<Record<LineFaultReason, string | ((value: string) => string)>>

const lineTexts = catalogue({
  en: {
    inRow: (row: number, sentence: string) => `Row ${row}: ${sentence}`,
    inField: (row: number, field: string, sentence: string) => `Row ${row}, ${field}: ${sentence}`,
    faults: {
      row_unreadable: 'this row cannot be read. Check its quotes and commas.',
      text_unreadable: 'there are characters that cannot be shown.',
      text_too_long: (value: string) => `“${value}…” is too long.`,
      period_missing: 'the period is missing.',
      date_unreadable: (value: string) => `“${value}” is not a day. Write it as 2026-11-02 or 11/2/2026.`,
      period_reversed: (value: string) => `“${value}” is before the start of the period.`,
      period_too_long: (value: string) => `“${value}” makes a period of more than three months.`,
      period_not_over: (value: string) => `“${value}” lies in the future. Import a period once it is over.`,
      line_id_missing: 'the partner’s number of the line is missing.',
      line_repeated: (value: string) => `the same line stands in row ${value} already.`,
      line_changed: (value: string) =>
        `this line was imported before over ${value}, which stays. A correction needs a line number of its own.`,
      crew_missing: 'nothing says which crew this is. Give its id, email or phone.',
      email_unreadable: (value: string) => `“${value}” is not an email address.`,
      phone_unreadable: (value: string) => `“${value}” is not a US phone number with ten digits.`,
      stops_unreadable: (value: string) => `“${value}” is not a whole number of stops up to 10,000.`,
      amount_missing: 'the amount is missing.',
      amount_unreadable: (value: string) =>
        `“${value}” is not an amount. Write dollars and cents, such as 1,234.50.`,
      amount_negative: (value: string) => `“${value}” is below zero. A line can only pay a crew.`,
      amount_zero: (value: string) => `“${value}” pays nothing.`,
      amount_exponent: (value: string) =>
        `“${value}” is written with an exponent. Write it out, such as 1,234.50.`,
      amount_beyond_cents: (value: string) =>
        `“${value}” has fractions of a cent. Write at most two decimals.`,
      amount_too_large: (value: string) => `“${value}” is more than $20,000 for one line.`,
    } satisfies Faults,
  },
  es: {
    inRow: (row, sentence) => `Fila ${row}: ${sentence}`,
    inField: (row, field, sentence) => `Fila ${row}, ${field}: ${sentence}`,
    faults: {
      row_unreadable: 'no se puede leer esta fila. Revisa sus comillas y comas.',
      text_unreadable: 'hay caracteres que no se pueden mostrar.',
      text_too_long: (value) => `«${value}…» es demasiado largo.`,
      period_missing: 'falta el período.',
      date_unreadable: (value) => `«${value}» no es un día. Escríbelo como 2026-11-02 o 11/2/2026.`,
      period_reversed: (value) => `«${value}» es anterior al inicio del período.`,
      period_too_long: (value) => `«${value}» da un período de más de tres meses.`,
      period_not_over: (value) => `«${value}» está en el futuro. Importa un período cuando haya terminado.`,
      line_id_missing: 'falta el número de línea del socio.',
      line_repeated: (value) => `la misma línea ya está en la fila ${value}.`,
      line_changed: (value) =>
        `esta línea ya se importó por ${value}, y así queda. Una corrección necesita su propio número de línea.`,
      crew_missing: 'nada dice qué equipo es. Indica su id, correo o teléfono.',
      email_unreadable: (value) => `«${value}» no es un correo electrónico.`,
      phone_unreadable: (value) => `«${value}» no es un teléfono de EE. UU. de diez dígitos.`,
      stops_unreadable: (value) => `«${value}» no es un número entero de paradas hasta 10,000.`,
      amount_missing: 'falta el monto.',
      amount_unreadable: (value) => `«${value}» no es un monto. Escribe dólares y centavos, como 1,234.50.`,
      amount_negative: (value) => `«${value}» es menor que cero. Una línea solo puede pagar a un equipo.`,
      amount_zero: (value) => `«${value}» no paga nada.`,
      amount_exponent: (value) => `«${value}» está escrito con exponente. Escríbelo completo, como 1,234.50.`,
      amount_beyond_cents: (value) =>
        `«${value}» tiene fracciones de centavo. Escribe como máximo dos decimales.`,
      amount_too_large: (value) => `«${value}» es más de $20,000 en una línea.`,
    } satisfies Faults,
  },
})

/** Names the row and the field, and what is wrong with what stands there. */
export function lineFaultSentence(
  { rowNumber, field, reason, value }: LineFault,
  language: Language,
): string {
  const texts = lineTexts[language]
  const fault: string | ((value: string) => string) = texts.faults[reason]
  const sentence = typeof fault === 'string' ? fault : fault(value)
  return field === null
    ? texts.inRow(rowNumber, sentence)
    : texts.inField(rowNumber, partnerFieldNames[language][field], sentence)
}
