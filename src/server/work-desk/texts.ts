/** What operators send from the pages of what is not a person. */
import { catalogue } from '#domain/catalogue.ts'

export const workDeskTexts = catalogue({
  en: {
    doorLink: (place: string, day: string) => ({
      title: `Your stop: ${place}`,
      text: `${day}. Open the link at the door for access notes, photos and done.`,
    }),
  },
  es: {
    doorLink: (place, day) => ({
      title: `Tu parada: ${place}`,
      text: `${day}. Abre el enlace en la puerta: notas de acceso, fotos y terminar.`,
    }),
  },
})
