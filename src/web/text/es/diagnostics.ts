import type { Translation } from '#domain/catalogue.ts'
import type { diagnostics as english } from '../en/diagnostics.ts'

export const diagnostics = {
  zones: {
    title: 'Prueba de zonas horarias',
    subtitle: 'Un momento, tal como es en tres zonas',
    moment: 'Momento (UTC)',
    momentHint: 'Por ejemplo 2026-03-08T09:00:00Z',
    notAMoment: 'Esto no es un momento en el tiempo.',
    now: 'Ahora',
    zone: 'Zona',
    device: 'Este dispositivo',
    account: 'Tu cuenta',
    chosen: 'Zona elegida',
    changes: (zone, year) => `Cambios de hora en ${zone}, ${year}`,
    noChanges: 'Allí la hora no cambia nunca en ese año.',
    before: 'antes',
    after: 'después',
  },
  jobs: {
    title: 'Mis trabajos (prueba)',
    subtitle: 'Con sus estados tal como están guardados',
    visit: 'Visita',
    place: 'Lugar',
    date: 'Fecha',
    starts: 'Empieza',
    ends: 'Termina',
    state: 'Estado',
    flagged: 'Marcado',
    yes: 'sí',
    no: 'no',
    none: 'Todavía no hay trabajos.',
    more: 'Mostrar más',
  },
  oldOffer: {
    title: 'Este enlace no lleva a ninguna oferta',
    body: 'Las ofertas que te esperan están en tu página de inicio.',
  },
} satisfies Translation<typeof english>
