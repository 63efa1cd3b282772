/** Why something about the staff, or for two of them, is refused, and what to do about it. */
import { catalogue } from '../catalogue.ts'

export const staffRefusals = catalogue({
  en: {
    role_forbids: 'Your role doesn’t allow this. Ask an owner of the house.',
    every_city_needed: 'This holds in every city. Ask somebody whose role does, too.',
    second_factor_needed: 'Confirm with your second factor to go on.',
    second_factor_wrong: 'This code isn’t right. Check the newest one in your app.',
    second_factor_used: 'This code was used already. Wait for the next one.',
    own_second_factor: 'Somebody else resets yours. Ask another owner.',
    second_factor_tries: 'Too many wrong codes. Wait 15 minutes, then try again.',
    last_owner: 'Nobody else owns this city. Make somebody else an owner there first.',
    invitation_over: 'This invitation was used, withdrawn or replaced, or it is too old. Ask for a new one.',
    invited_already: 'This address is invited already. Send that invitation again.',
    staff_already: 'This person has an account here already. Change the roles in the list.',
    address_of_customer:
      'This address belongs to a customer or a crew. Invite another address of this person.',
  },
  es: {
    role_forbids: 'Tu función no lo permite. Pídeselo a quien es propietario.',
    every_city_needed: 'Esto vale en todas las ciudades. Pídeselo a alguien cuya función también.',
    second_factor_needed: 'Confirma con tu segundo factor para continuar.',
    second_factor_wrong: 'Este código no es correcto. Mira el más nuevo en tu aplicación.',
    second_factor_used: 'Este código ya se usó. Espera al siguiente.',
    own_second_factor: 'El tuyo lo restablece otra persona. Pídeselo a otro propietario.',
    second_factor_tries: 'Demasiados códigos incorrectos. Espera 15 minutos e inténtalo otra vez.',
    last_owner: 'Nadie más es propietario de esta ciudad. Nombra antes a otra persona.',
    invitation_over:
      'Esta invitación ya se usó, se retiró, se cambió por otra o es demasiado antigua. Pide una nueva.',
    invited_already: 'Esta dirección ya está invitada. Envía de nuevo esa invitación.',
    staff_already: 'Esta persona ya tiene una cuenta aquí. Cambia sus funciones en la lista.',
    address_of_customer:
      'Esta dirección es de un cliente o de un equipo. Invita otra dirección de esta persona.',
  },
})
