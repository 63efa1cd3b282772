/** Why a late completion cannot be decided so. */
import { catalogue } from '../catalogue.ts'

export const lateCompletionRefusals = catalogue({
  en: {
    late_completion_decided: 'This report was decided before.',
    done_by_another: 'Someone else has completed this visit, so it cannot be completed again.',
    fee_charged:
      'The customer called this order off and was charged the fee, so the work cannot be billed as well.',
  },
  es: {
    late_completion_decided: 'Este informe ya se decidió.',
    done_by_another: 'Otra persona ya terminó esta visita, así que no se puede terminar otra vez.',
    fee_charged:
      'El cliente canceló este pedido y se le cobró la tarifa, así que el trabajo no se puede cobrar además.',
  },
})
