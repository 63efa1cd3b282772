/** Texts about visits outside the screens: the notice that nobody came, and the columns of an export. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

type TurnoverSaid = {
  readonly isSameDay: boolean
  readonly guests: number | null
  readonly nights: number
  readonly pets: number | null
}

export const visitTexts = catalogue({
  en: {
    missed: (count: number) => ({
      title: 'A visit was missed',
      text: `${plural.en(count, { one: 'One of your visits was', other: (n) => `${n} of your visits were` })} not done. You won’t be charged for it.`,
    }),
    turnover: ({ isSameDay, guests, nights, pets }: TurnoverSaid) =>
      [
        isSameDay ? 'Same day: the next guests come when this is done.' : 'Nobody comes that day.',
        [
          ...(guests === null ? [] : [plural.en(guests, { one: '1 guest', other: (n) => `${n} guests` })]),
          plural.en(nights, { one: '1 night', other: (n) => `${n} nights` }),
          ...(pets ? [plural.en(pets, { one: '1 pet', other: (n) => `${n} pets` })] : []),
        ].join(', '),
      ].join('\n'),
    extraPickup: (nights: number, guests: number | null) =>
      `Extra: ${[
        plural.en(nights, { one: '1 night', other: (n) => `${n} nights` }),
        ...(guests === null ? [] : [plural.en(guests, { one: '1 guest', other: (n) => `${n} guests` })]),
      ].join(', ')}`,
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
    turnover: ({ isSameDay, guests, nights, pets }) =>
      [
        isSameDay ? 'El mismo día: los siguientes llegan al terminar.' : 'Ese día no llega nadie.',
        [
          ...(guests === null
            ? []
            : [plural.es(guests, { one: '1 huésped', other: (n) => `${n} huéspedes` })]),
          plural.es(nights, { one: '1 noche', other: (n) => `${n} noches` }),
          ...(pets ? [plural.es(pets, { one: '1 mascota', other: (n) => `${n} mascotas` })] : []),
        ].join(', '),
      ].join('\n'),
    extraPickup: (nights, guests) =>
      `Extra: ${[
        plural.es(nights, { one: '1 noche', other: (n) => `${n} noches` }),
        ...(guests === null ? [] : [plural.es(guests, { one: '1 huésped', other: (n) => `${n} huéspedes` })]),
      ].join(', ')}`,
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
