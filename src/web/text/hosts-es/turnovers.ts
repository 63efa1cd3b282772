import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { turnovers as english } from '../hosts-en/turnovers.ts'

export const turnovers = {
  title: 'Limpiezas entre huéspedes',
  isOn: 'Después de cada salida se planea una limpieza, y se mueve con la estancia.',
  isOff:
    'Planea una limpieza después de cada salida, sin más. Se mueve, se acorta y termina con la estancia.',
  noSource: 'Nada nos avisa todavía de las estancias aquí. Conecta primero un calendario o una cuenta.',
  none: 'No hay estancias por venir, así que no hay limpiezas.',
  switchOn: 'Planear limpiezas',
  switchOff: 'Desactivar',
  switchedOff: 'Las limpiezas están desactivadas. Las que venían se cancelaron.',
  change: 'Cambiar',
  save: 'Guardar',
  saved: 'Las limpiezas siguen a las estancias de aquí.',
  bedrooms: 'Recámaras',
  bedroomsHint: 'El precio las cuenta, o la mitad de los huéspedes si son más.',
  checkOut: 'Salida habitual',
  checkIn: 'Llegada habitual',
  finishBy: 'Lista a las',
  hoursHint:
    'Si el calendario trae sus propias horas, valen esas. «Lista a las» es para días en que no llega nadie.',
  sameDay: 'El mismo día',
  guests: (guests) => plural.es(guests, { one: '1 huésped', other: (n) => `${n} huéspedes` }),
  nights: (nights) => plural.es(nights, { one: '1 noche', other: (n) => `${n} noches` }),
  pets: (pets) => plural.es(pets, { one: '1 mascota', other: (n) => `${n} mascotas` }),
  leaveOut: 'Dejar fuera',
  leaveOutOf: (day) => `Dejar fuera la limpieza del ${day}`,
  leftOut: 'Esta limpieza queda fuera, pase lo que pase con la estancia.',
  bringBack: 'Recuperar',
  bringBackOf: (day) => `Recuperar la limpieza del ${day}`,
  closed: 'Los días cerrados de Booking.com son huéspedes',
  closedHint:
    'Booking.com llama igual a huéspedes y días cerrados. Márcalo donde sean huéspedes; si no, no se planea nada para ellos.',
  unpaid: 'Hay una cuenta sin pagar, así que desde mañana no se planean limpiezas.',
  toBilling: 'Ver la cuenta',
  ownHours: 'Tu horario',
  hours: 'Horario',
  hoursOf: (day) => `Horario de la limpieza del ${day}`,
  hoursTitle: (day) => `Limpieza del ${day}`,
  hoursBody: 'Este horario se queda aunque la estancia cambie de día.',
  hoursFrom: 'Desde',
  hoursUntil: 'Hasta',
  hoursKept: 'Este horario se queda.',
  followAgain: 'Seguir otra vez la estancia',
  followed: 'Sigue otra vez su estancia.',
} satisfies Translation<typeof english>
