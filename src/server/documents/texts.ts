/** What search engines and previews of links say of the pages that anybody may find. */
import { catalogue } from '#domain/catalogue.ts'

export const pageTexts = catalogue({
  en: {
    locale: 'en_US',
    picture: 'A street on collection day: two bins at the curb and a truck with a check mark',
    pages: {
      '/get-started': {
        title: 'Crew · Your home’s chores, done on the right day',
        description:
          'Bins, recycling, lawn, pool, snow and turnovers by a crew near you: the price on your street before you book, a photo after each visit.',
      },
      '/get-started/terms': {
        title: 'Crew · Terms',
        description:
          'What customers and crews agree on: prices, paying, calling off, and what happens if something is wrong.',
      },
      '/get-started/privacy': {
        title: 'Crew · Privacy',
        description: 'What we keep, what it is for, who sees it and for how long.',
      },
      '/get-started/help': {
        title: 'Crew · Help',
        description:
          'Booking, skipping a week, paying, finding work and getting paid: answers in a few lines.',
      },
      '/ondemand': {
        title: 'Crew · Book one job, today or this week',
        description:
          'Haul-away, a turnover clean or a handyman hour: see the exact price first, pay when the work is done.',
      },
      '/register-customer': {
        title: 'Crew · Create your account',
        description: 'Add your places, pick the days, see the exact price. You pay after the work.',
      },
      '/register-crew': {
        title: 'Crew · Join as crew',
        description:
          'Dense routes near home on the days you choose. Know the pay first, get paid every week.',
      },
    },
  },
  es: {
    locale: 'es_US',
    picture: 'Una calle el día de la recolección: dos botes en la acera y un camión con una palomita',
    pages: {
      '/get-started': {
        title: 'Crew · Las tareas de tu casa, hechas el día correcto',
        description:
          'Botes, reciclaje, césped, piscina, nieve y limpiezas con un equipo cerca de ti: el precio en tu calle antes de reservar, una foto después de cada visita.',
      },
      '/get-started/terms': {
        title: 'Crew · Términos',
        description:
          'Lo que acuerdan clientes y equipos: precios, pagos, cancelaciones y qué pasa si algo sale mal.',
      },
      '/get-started/privacy': {
        title: 'Crew · Privacidad',
        description: 'Qué guardamos, para qué sirve, quién lo ve y por cuánto tiempo.',
      },
      '/get-started/help': {
        title: 'Crew · Ayuda',
        description:
          'Reservar, omitir una semana, pagar, encontrar trabajo y cobrar: respuestas en pocas líneas.',
      },
      '/ondemand': {
        title: 'Crew · Reserva un trabajo, hoy o esta semana',
        description:
          'Retiro de objetos, limpieza entre huéspedes o reparaciones por hora: mira primero el precio exacto y paga cuando el trabajo esté hecho.',
      },
      '/register-customer': {
        title: 'Crew · Crea tu cuenta',
        description: 'Agrega tus lugares, elige los días y mira el precio exacto. Pagas después del trabajo.',
      },
      '/register-crew': {
        title: 'Crew · Únete a Crew',
        description:
          'Rutas compactas cerca de casa los días que elijas. Conoce el pago antes y cobra cada semana.',
      },
    },
  },
})
