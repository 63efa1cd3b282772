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
