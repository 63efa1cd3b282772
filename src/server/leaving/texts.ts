/** Mails about leaving. */
import { catalogue } from '#domain/catalogue.ts'

type Asked = { readonly day: string; readonly url: string }

export const leavingMails = catalogue({
  en: {
    asked: (name: string, { day, url }: Asked) => ({
      subject: 'Your account will be deleted',
      text: `Hello ${name},\n\nYou asked us to delete your Crew account. Your bookings have ended and you are signed out everywhere.\n\nWe delete it on ${day}. Until then, sign in to keep it: ${url}\n\nIf you did not ask for this, sign in now and change your password.`,
    }),
    gone: (name: string) => ({
      subject: 'Your account is deleted',
      text: `Hello ${name},\n\nYour Crew account is deleted. We no longer have your name, phone, email, addresses, messages or photos. Receipts and tax records stay without them, as the law asks.\n\nThank you for having been with us.`,
    }),
  },
  es: {
    asked: (name, { day, url }) => ({
      subject: 'Tu cuenta se va a eliminar',
      text: `Hola ${name}:\n\nPediste que eliminemos tu cuenta de Crew. Tus reservas terminaron y cerramos tu sesión en todos los dispositivos.\n\nLa eliminamos el ${day}. Hasta entonces, inicia sesión para conservarla: ${url}\n\nSi no lo pediste tú, inicia sesión ahora y cambia tu contraseña.`,
    }),
    gone: (name) => ({
      subject: 'Tu cuenta está eliminada',
      text: `Hola ${name}:\n\nTu cuenta de Crew está eliminada. Ya no tenemos tu nombre, teléfono, correo, direcciones, mensajes ni fotos. Los recibos y registros fiscales se quedan sin ellos, como pide la ley.\n\nGracias por haber estado con nosotros.`,
    }),
  },
})
