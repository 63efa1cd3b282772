/** Why a code at a building does not count. */
import { catalogue } from '../catalogue.ts'

export const checkpointRefusals = catalogue({
  en: {
    checkpoint_unknown: 'This is none of our codes. Look at its letters again, or scan it.',
    checkpoint_old:
      'This is an old code. There’s a new one for this building: scan that, or tell the manager.',
    checkpoint_elsewhere: 'This code belongs to another complex than your visit.',
    round_not_begun: 'A code counts during your visit only. Start the visit, then scan it again.',
    round_over: 'Your visit was over by then, so this code no longer counts.',
  },
  es: {
    checkpoint_unknown: 'Este código no es nuestro. Mira otra vez sus letras, o escanéalo.',
    checkpoint_old:
      'Este código es viejo. Hay uno nuevo para este edificio: escanéalo, o avisa a la administración.',
    checkpoint_elsewhere: 'Este código es de otro complejo, no del de tu visita.',
    round_not_begun: 'Un código solo cuenta durante tu visita. Empieza la visita y escanéalo otra vez.',
    round_over: 'Tu visita ya había terminado, así que este código ya no cuenta.',
  },
})
