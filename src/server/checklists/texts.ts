/** What customers are notified of about their supplies, and what is wrong with a list. */
import { catalogue } from '#domain/catalogue.ts'

export const checklistTexts = catalogue({
  en: {
    low: ({ supply, place }: { supply: string; place: string }) => ({
      title: `Running low: ${supply}, ${place}`,
      text: `The crew says that this is running low at ${place}: ${supply}. Say so on the place’s page once it is refilled.`,
    }),
    changed: 'Somebody changed this list meanwhile. Reload the page, then change it.',
    twice: 'This item is on the list twice.',
    unknown: 'The service no longer has this item. Reload the page.',
  },
  es: {
    low: ({ supply, place }) => ({
      title: `Se está acabando: ${supply}, ${place}`,
      text: `El equipo dice que esto se está acabando en ${place}: ${supply}. Dilo en la página del lugar cuando lo hayas repuesto.`,
    }),
    changed: 'Alguien cambió esta lista mientras tanto. Vuelve a cargar la página y cámbiala entonces.',
    twice: 'Este punto está dos veces en la lista.',
    unknown: 'El servicio ya no tiene ese punto. Vuelve a cargar la página.',
  },
})
