/** What a customer is notified of about finished work. */
import { catalogue } from '#domain/catalogue.ts'

type Done = {
  readonly crew: string
  readonly service: string
  readonly place: string
  readonly time: string
}

export const workTexts = catalogue({
  en: {
    done: ({ crew, service, place, time }: Done) => ({
      title: `Done: ${service}, ${place}`,
      text: `${crew} finished ${service} at ${place} at ${time}. See the photos and details on the visit’s page.`,
    }),
  },
  es: {
    done: ({ crew, service, place, time }) => ({
      title: `Hecho: ${service}, ${place}`,
      text: `${crew} terminó «${service}» en ${place} a las ${time}. Las fotos y los detalles están en la página de la visita.`,
    }),
  },
})
