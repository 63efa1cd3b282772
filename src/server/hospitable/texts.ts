/** What a host is notified of when Hospitable lets us read no more. */
import { catalogue } from '#domain/catalogue.ts'

export const hospitableTexts = catalogue({
  en: {
    title: 'Hospitable has to be connected again',
    text: 'Hospitable no longer lets us read your reservations, so new stays and changes don’t reach us. What we read before stays. Connect it again in a minute.',
  },
  es: {
    title: 'Hay que conectar Hospitable otra vez',
    text: 'Hospitable ya no nos deja leer tus reservas, así que no nos llegan estancias nuevas ni cambios. Lo que leímos antes se queda. Conéctalo otra vez en un minuto.',
  },
})

/** In the demo, where Hospitable would ask. */
export const demoPageTexts = catalogue({
  en: {
    title: 'Hospitable, as the demo plays it',
    isDemo: 'This is a demo account. It isn’t Hospitable: its rentals and stays are made up.',
    ask: 'May Crew read the rentals and reservations of this account?',
    allow: 'Allow',
    deny: 'Don’t allow',
  },
  es: {
    title: 'Hospitable, en versión de demostración',
    isDemo:
      'Esta es una cuenta de demostración. No es Hospitable: sus alojamientos y estancias son inventados.',
    ask: '¿Puede Crew leer los alojamientos y las reservas de esta cuenta?',
    allow: 'Permitir',
    deny: 'No permitir',
  },
})
