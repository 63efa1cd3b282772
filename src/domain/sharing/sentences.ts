/** Why something between an owner and who looks after its places is refused, and what to do about it. */
import { catalogue } from '../catalogue.ts'

export const sharingRefusals = catalogue({
  en: {
    share_ended: 'Your access to these places ended. Go back to your own account.',
    share_forbids: 'Your access doesn’t allow this. Ask the owner of the places.',
    share_lost: 'Whoever began this change no longer has the access for it.',
    share_owner_only: 'Only the owner of the account can do this.',
    share_known: 'This person looks after your places already. Change what they may do in the list.',
    share_invited: 'This address is invited already. Send that invitation again.',
    share_own: 'This is your own address. Invite somebody else.',
    share_not_customer: 'This account can’t look after places. Sign in with one for customers, or open one.',
    mailbox_asked_enough: 'We wrote to this address several times today. Try again tomorrow.',
    too_many_shares: 'You have invited as many people as one account can. End somebody’s access first.',
  },
  es: {
    share_ended: 'Tu acceso a estos lugares terminó. Vuelve a tu propia cuenta.',
    share_forbids: 'Tu acceso no lo permite. Pídeselo a quien es dueño de los lugares.',
    share_lost: 'Quien empezó este cambio ya no tiene el acceso que hace falta.',
    share_owner_only: 'Solo quien es dueño de la cuenta puede hacerlo.',
    share_known: 'Esta persona ya cuida tus lugares. Cambia lo que puede hacer en la lista.',
    share_invited: 'Esta dirección ya está invitada. Envía de nuevo esa invitación.',
    share_own: 'Es tu propia dirección. Invita a otra persona.',
    share_not_customer: 'Esta cuenta no puede cuidar lugares. Entra con una de cliente o abre una.',
    mailbox_asked_enough: 'Hoy ya escribimos varias veces a esta dirección. Inténtalo de nuevo mañana.',
    too_many_shares: 'Has invitado a tantas personas como caben en una cuenta. Termina antes un acceso.',
  },
})
