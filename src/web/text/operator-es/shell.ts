import type { Translation } from '#domain/catalogue.ts'
import type { operatorShell as english } from '../operator-en/shell.ts'

export const operatorShell = {
  searchKeys: 'Ctrl K',
  search: 'Buscar',
  titles: {
    operator: 'Tablero',
    operatorPeople: 'Personas',
    operatorPerson: 'Persona',
    operatorPlace: 'Lugar',
    operatorComplex: 'Complejo',
    operatorJob: 'Trabajo semanal',
    operatorChargebacks: 'Contracargos',
    operatorFailedRefunds: 'Reembolsos fallidos',
    operatorDisputes: 'Disputas',
    operatorLateCompletions: 'Informes tardíos',
    operatorCatalogue: 'Catálogo',
    operatorMoney: 'Dinero',
    operatorReconcile: 'Conciliación',
    operatorOutbox: 'Mensajes enviados',
    operatorLog: 'Registro',
    operatorNumbers: 'Cifras',
    operatorSystem: 'Sistema',
    operatorGoingLive: 'Puesta en marcha',
    operatorStatements: 'Estados de Recyclops',
    operatorInvoices: 'Facturas',
    operatorReferrals: 'Invitaciones',
    operatorTax: 'Impuestos',
    operatorTexts: 'Textos públicos',
    operatorSchedule: 'Calendario',
  },
} satisfies Translation<typeof english>
