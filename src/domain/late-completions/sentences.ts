/** Why a late completion cannot be decided so. */
import type { InEachLanguage } from '../language.ts'
import type { RefusalReason } from '../refusals.ts'

type Said = Extract<RefusalReason, 'late_completion_decided' | 'done_by_another' | 'fee_charged'>

export const LATE_COMPLETION_SENTENCES: Readonly<Record<Said, InEachLanguage>> = {
  late_completion_decided: {
    en: 'This report was decided before.',
    es: 'Este informe ya se decidió.',
  },
  done_by_another: {
    en: 'Somebody else has completed this visit, so it cannot be completed again.',
    es: 'Otra persona ya terminó esta visita, así que no se puede terminar otra vez.',
  },
  fee_charged: {
    en: 'The customer called this order off and was charged the fee, so the work cannot be billed as well.',
    es: 'El cliente canceló este pedido y se le cobró la tarifa, así que el trabajo no se puede cobrar además.',
  },
}
