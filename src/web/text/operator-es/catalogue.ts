import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { catalogue as english } from '../operator-en/catalogue.ts'

export const catalogue = {
  title: 'Catálogo',
  tabs: { prices: 'Servicios y precios', coupons: 'Cupones', settings: 'Ajustes' },
  settings: {
    search: 'Buscar ajustes',
    where: 'Dónde',
    everywhere: 'Todas las ciudades',
    everywhereHint: 'Vale donde una ciudad no tiene un valor propio.',
    onlyChanged: 'Solo los cambiados',
    none: 'Ningún ajuste coincide.',
    groups: 'Grupos de ajustes',
    allGroups: 'Todos los grupos',
    change: 'Cambiar',
    changeOf: (sentence: string) => `Cambiar: ${sentence}`,
    close: 'Cerrar',
    now: 'Vale ahora',
    byDefault: 'Si nadie lo fija',
    range: (from: string, to: string) => `de ${from} a ${to}`,
    rangeOf: 'Permitido',
    own: (place: string) => `Fijado para ${place}`,
    elsewhere: 'Fijado para todas las ciudades',
    asBegun: 'Como al principio',
    value: 'Nuevo valor',
    hints: {
      cents: 'En dólares, por ejemplo 12.50',
      basis_points: 'En porcentaje, por ejemplo 12.5',
      numbers: 'Separados por comas, cada uno mayor que el anterior',
    },
    year: (year: string) => `Para ${year}`,
    yearUnset: 'Como el año anterior',
    when: 'Desde cuándo',
    atOnce: 'Ahora mismo',
    onDay: 'Desde un día',
    day: 'Desde la medianoche del',
    zone: (zone: string) => `Los días empiezan en ${zone}.`,
    save: 'Guardar',
    saved: 'Guardado.',
    cannotRead: 'Escribe un número como dice la ayuda.',
    chooseDay: 'Elige el día.',
    endOwn: 'Usar lo que vale si no',
    endOwnBody:
      'El valor de esta ciudad termina ahora. Vale lo fijado para todas las ciudades, o lo del principio.',
    comes: 'Va a cambiar',
    history: 'Lo que valía antes',
    noHistory: 'Nadie lo ha cambiado todavía.',
    line: (value: string, from: string) => `${value} desde ${from}`,
    cleared: 'Sin valor propio',
    by: (name: string, at: string) => `${name}, ${at}`,
    bySystem: (at: string) => `Desde el inicio, ${at}`,
    putBack: 'Volver a este',
    putBackOf: (value: string) => `Volver a ${value}`,
    callOff: 'Anular',
    callOffOf: (value: string) => `Anular el cambio a ${value}`,
    calledOff: 'El cambio se anuló.',
    taxesElsewhere: 'Las tasas por servicio se fijan en la página de impuestos.',
    toTaxes: 'Abrir impuestos',
    units: {
      seconds: (count: number) =>
        plural.es(count, {
          one: '1 segundo',
          other: (many) => `${many} segundos`,
        }),
      minutes: (count: number) =>
        plural.es(count, {
          one: '1 minuto',
          other: (many) => `${many} minutos`,
        }),
      hours: (count: number) =>
        plural.es(count, {
          one: '1 hora',
          other: (many) => `${many} horas`,
        }),
      days: (count: number) =>
        plural.es(count, {
          one: '1 día',
          many: (many) => `${many} de días`,
          other: (many) => `${many} días`,
        }),
      months: (count: number) =>
        plural.es(count, {
          one: '1 mes',
          other: (many) => `${many} meses`,
        }),
      feet: (count: number) =>
        plural.es(count, {
          one: '1 pie',
          other: (many) => `${many} pies`,
        }),
    },
    choices: { nec: '1099-NEC', k: '1099-K', none: 'Ningún formulario' },
  },
} satisfies Translation<typeof english>
