/** Why somebody is not served, and why a market stays as it is. */
import { catalogue } from '../catalogue.ts'

export const marketRefusals = catalogue({
  en: {
    market_not_open: 'We don’t work at this address yet. Join the waitlist, and we write once we do.',
    place_in_another_market:
      'This address is in another of our cities. Open an account of its own for it, with the same email if you like.',
    service_not_offered: 'This service isn’t offered in this city yet.',
    market_without_area: 'Draw where the city is served before it opens.',
    market_without_prices: 'Set a price for a service that is offered there before it opens.',
    market_has_work: 'Work is still planned there. End the weekly jobs and wait for the last visit first.',
    market_changed: 'Someone else changed this city. Look at it, then save yours again.',
  },
  es: {
    market_not_open: 'Todavía no trabajamos en esta dirección. Únete a la lista de espera y te escribimos.',
    place_in_another_market:
      'Esta dirección está en otra de nuestras ciudades. Abre allí otra cuenta; puedes usar el mismo correo.',
    service_not_offered: 'Este servicio todavía no se ofrece en esta ciudad.',
    market_without_area: 'Dibuja qué zona de la ciudad se atiende antes de abrirla.',
    market_without_prices: 'Pon antes un precio a un servicio que se ofrezca allí.',
    market_has_work:
      'Allí todavía hay trabajo planeado. Termina antes los trabajos semanales y espera la última visita.',
    market_changed: 'Otra persona cambió esta ciudad. Mírala y guarda lo tuyo de nuevo.',
  },
})
