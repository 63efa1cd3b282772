/** Why a calendar is refused, in words. */
import { catalogue } from '../catalogue.ts'

export const stayRefusals = catalogue({
  en: {
    feed_address_invalid:
      'This is not the address of a calendar. Copy the whole link from the platform’s export page.',
    feed_not_https: 'This address is not safe: it must begin with https:// or webcal://.',
    feed_is_ours: 'This is one of our own calendars. Add the platform’s calendar here instead.',
    feed_known: 'This calendar is already connected to this place.',
    too_many_feeds: 'A place has at most 12 calendars. Remove one first.',
  },
  es: {
    feed_address_invalid:
      'Esta no es la dirección de un calendario. Copia el enlace completo de la página de exportación de la plataforma.',
    feed_not_https: 'Esta dirección no es segura: debe empezar con https:// o webcal://.',
    feed_is_ours: 'Este es uno de nuestros propios calendarios. Agrega aquí el de la plataforma.',
    feed_known: 'Este calendario ya está conectado a este lugar.',
    too_many_feeds: 'Un lugar tiene 12 calendarios como máximo. Quita uno primero.',
  },
})
