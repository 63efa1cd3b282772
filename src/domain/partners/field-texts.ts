/** What the columns of a partner's statement are called: where they are chosen, and where a row is refused. */
import { catalogue } from '../catalogue.ts'
import type { PartnerField } from './columns.ts'

type FieldNames = Readonly<Record<PartnerField, string>>

export const partnerFieldNames = catalogue({
  en: {
    periodStart: 'Period start',
    periodEnd: 'Period end',
    lineId: 'Line number',
    crewId: 'Crew id',
    crewName: 'Crew name',
    email: 'Email',
    phone: 'Phone',
    stops: 'Stops',
    amount: 'Amount',
  } satisfies FieldNames,
  es: {
    periodStart: 'Inicio del período',
    periodEnd: 'Fin del período',
    lineId: 'Número de línea',
    crewId: 'Id del equipo',
    crewName: 'Nombre del equipo',
    email: 'Correo',
    phone: 'Teléfono',
    stops: 'Paradas',
    amount: 'Monto',
  } satisfies FieldNames,
})
