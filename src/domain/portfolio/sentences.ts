/** Why something cannot be done with the list of weekly jobs, or with many of them at once. */
import { catalogue } from '../catalogue.ts'

export const portfolioRefusals = catalogue({
  en: {
    filter_name_taken: 'There’s already a filter with this name.',
    too_many_filters: 'You keep 50 filters. Remove one before you keep another.',
  },
  es: {
    filter_name_taken: 'Ya hay un filtro con este nombre.',
    too_many_filters: 'Ya guardas 50 filtros. Quita uno antes de guardar otro.',
  },
})
