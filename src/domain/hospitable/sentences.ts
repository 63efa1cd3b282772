/** Why a connection to Hospitable is refused, in words. */
import { catalogue } from '../catalogue.ts'

export const hospitableRefusals = catalogue({
  en: {
    hospitable_absent: 'Crew can’t connect to Hospitable here. Add the calendars of your rentals instead.',
    hospitable_of_another:
      'This connection was started from another Crew account. Sign in to that one, or start again here.',
    hospitable_late: 'This took too long. Start connecting again.',
    hospitable_nothing: 'Nothing came from Hospitable. Start connecting again.',
    hospitable_code_used: 'Hospitable’s permission was used already or is too old. Start connecting again.',
    hospitable_linked_elsewhere:
      'This Hospitable account is connected to another Crew account. Disconnect it there first.',
    hospitable_other_account:
      'Your Crew account is connected to another Hospitable account. Disconnect that one first.',
    hospitable_lapsed: 'Hospitable no longer lets us read. Connect again.',
  },
  es: {
    hospitable_absent:
      'Crew no puede conectarse con Hospitable aquí. Agrega los calendarios de tus alquileres.',
    hospitable_of_another:
      'Esta conexión se empezó desde otra cuenta de Crew. Inicia sesión en esa, o empieza de nuevo aquí.',
    hospitable_late: 'Tardó demasiado. Conecta de nuevo.',
    hospitable_nothing: 'No llegó nada de Hospitable. Conecta de nuevo.',
    hospitable_code_used: 'El permiso de Hospitable ya se usó o es muy antiguo. Conecta de nuevo.',
    hospitable_linked_elsewhere:
      'Esta cuenta de Hospitable está conectada a otra cuenta de Crew. Desconéctala allí primero.',
    hospitable_other_account:
      'Tu cuenta de Crew está conectada a otra cuenta de Hospitable. Desconecta esa primero.',
    hospitable_lapsed: 'Hospitable ya no nos deja leer. Conecta de nuevo.',
  },
})
