import type { Translation } from '#domain/catalogue.ts'
import type { approvals as english } from '../operator-en/approvals.ts'

export const approvals = {
  askTitle: '¿Pedir a una segunda persona?',
  askBody:
    'Es más de lo que una sola persona puede devolver en un día. Sale cuando otra persona lo apruebe, y te avisamos.',
  ask: 'Pedir aprobación',
  asked: (amount) => `${amount} esperan a una segunda persona.`,
  title: 'Espera a una segunda persona',
  decidedTitle: 'Segunda persona',
  what: 'Qué',
  kinds: {
    refund: 'Devolución',
    credit: 'Crédito a mano',
    dispute: 'Devolución por un problema reportado',
    fraud_warning: 'Devolución tras un aviso de fraude',
  },
  states: {
    waiting: 'En espera',
    approved: 'Aprobado',
    declined: 'Rechazado',
    withdrawn: 'Retirado',
    expired: 'Vencido',
  },
  state: 'Estado',
  amount: 'Importe',
  reason: 'Motivo',
  askedBy: 'Lo pidió',
  by: (name, at) => `${name}, ${at}`,
  expires: 'Vence',
  decidedBy: 'Lo decidió',
  note: 'Nota',
  clawsBack: 'También se descuenta la parte del equipo',
  ownWaits: 'Tú lo pediste. Otra persona lo aprueba.',
  approve: (amount) => `Aprobar ${amount}`,
  approveTitle: (amount, customer) => `¿Devolver ${amount} a ${customer}?`,
  approveBody: 'Sale enseguida, y los dos quedan en el registro.',
  decline: 'Rechazar',
  declineTitle: '¿Rechazarlo?',
  declineBody: 'No sale nada. A quien lo pidió se le avisa, con tu motivo.',
  declineNote: 'Por qué',
  withdraw: 'Retirar',
  done: {
    approve: 'Aprobado. Ya está en camino.',
    decline: 'Rechazado. No sale nada.',
    withdraw: 'Retirado.',
  },
} satisfies Translation<typeof english>
