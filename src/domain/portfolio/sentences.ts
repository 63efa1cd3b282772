/** Why something cannot be done with the list of weekly jobs, or with many of them at once. */
import { catalogue } from '../catalogue.ts'

export const portfolioRefusals = catalogue({
  en: {
    filter_name_taken: 'There’s already a filter with this name.',
    too_many_filters: 'You keep 50 filters. Remove one before you keep another.',
    bulk_refuses_some: 'Some of these weekly jobs can’t be changed so. Leave them out, or change none.',
    bulk_not_done: 'This change is still being made, or has been undone.',
    job_changed_since: 'It was changed since, so it stays as it is now.',
    job_taken_since: 'A crew took some of its days since, so it stays as it is now.',
  },
  es: {
    filter_name_taken: 'Ya hay un filtro con este nombre.',
    too_many_filters: 'Ya guardas 50 filtros. Quita uno antes de guardar otro.',
    bulk_refuses_some:
      'Algunos de estos trabajos semanales no se pueden cambiar así. Déjalos fuera o no cambies ninguno.',
    bulk_not_done: 'Este cambio todavía se está haciendo, o ya se deshizo.',
    job_changed_since: 'Se cambió después, así que queda como está ahora.',
    job_taken_since: 'Un equipo tomó algunos de sus días después, así que queda como está ahora.',
  },
})
