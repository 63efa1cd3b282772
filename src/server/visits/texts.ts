/** Texts about visits outside the screens: the notice that nobody came, and the columns of an export. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export const visitTexts = catalogue({
  en: {
    missed: (count: number) => ({
      title: 'A visit was missed',
      text: `${plural.en(count, { one: 'One of your visits was', other: (n) => `${n} of your visits were` })} not done. You won’t be charged for it.`,
    }),
    columns: [
      'Date',
      'From',
      'To',
      'Time zone',
      'Property',
      'Address',
      'Service',
      'Quantity',
      'State',
      'Crew',
      'Price',
    ],
  },
  es: {
    missed: (count) => ({
      title: 'Una visita no se realizó',
      text: `${plural.es(count, { one: 'Nadie hizo una visita tuya', other: (n) => `Nadie hizo ${n} visitas tuyas` })}. No se te cobra.`,
    }),
    columns: [
      'Fecha',
      'Desde',
      'Hasta',
      'Zona horaria',
      'Propiedad',
      'Dirección',
      'Servicio',
      'Cantidad',
      'Estado',
      'Equipo',
      'Precio',
    ],
  },
})
