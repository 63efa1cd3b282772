/** Why a list, or what is said of it, is not taken. */
import { catalogue } from '../catalogue.ts'

export const checklistRefusals = catalogue({
  en: {
    items_unfinished: 'Say for each item that is not done why it isn’t.',
    item_unknown: 'This visit’s list has no such item. Reload the page.',
    photo_of_another_item: 'This photo shows another item already. Take a new one for this item.',
  },
  es: {
    items_unfinished: 'Di de cada punto que no está hecho por qué no lo está.',
    item_unknown: 'La lista de esta visita no tiene ese punto. Vuelve a cargar la página.',
    photo_of_another_item: 'Esta foto ya muestra otro punto. Toma una nueva para este punto.',
  },
})
