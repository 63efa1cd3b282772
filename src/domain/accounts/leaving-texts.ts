/** Why somebody cannot leave yet, and what to do about it. */
import { catalogue } from '../catalogue.ts'

export const leavingRefusals = catalogue({
  en: {
    operator_leaves: 'An operator’s account is closed by another operator.',
    leaves_during_work: 'Somebody is on the way or at work right now. Try again when it is done.',
    leaves_with_promises: 'You still have work that customers count on. Give it back first.',
    leaves_with_debt: 'Something is not paid yet. Pay it first, then delete the account.',
  },
  es: {
    operator_leaves: 'La cuenta de un operador la cierra otro operador.',
    leaves_during_work: 'Alguien está en camino o trabajando ahora mismo. Inténtalo cuando termine.',
    leaves_with_promises: 'Aún tienes trabajo con el que cuentan los clientes. Devuélvelo primero.',
    leaves_with_debt: 'Hay algo sin pagar. Págalo primero y luego elimina la cuenta.',
  },
})
