/** The columns of an export of violations. */
import { catalogue } from '#domain/catalogue.ts'

export const trendTexts = catalogue({
  en: { columns: ['Night', 'Time', 'Building', 'Door', 'Kind', 'Note'] },
  es: { columns: ['Noche', 'Hora', 'Edificio', 'Puerta', 'Tipo', 'Nota'] },
})
