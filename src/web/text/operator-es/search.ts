/** Las palabras de la búsqueda de los operadores. */
import { plural } from '#domain/plural.ts'

export const search = {
  title: 'Buscar',
  label: 'Nombre, dirección, teléfono, número o nota',
  placeholder: 'Nombre, dirección, teléfono…',
  pages: 'Páginas',
  pinned: 'Fijados',
  recent: 'Abiertos hace poco',
  found: 'Encontrado',
  none: 'No se encontró nada. Prueba con el comienzo de un nombre o una calle, o con los últimos cuatro dígitos de un teléfono.',
  count: (n: number) => plural.es(n, { one: '1 resultado', other: (many) => `${many} resultados` }),
  start: 'Escribe el comienzo de un nombre, una dirección, un teléfono o el número de un recibo.',
  pin: (name: string) => `Fijar ${name}`,
  unpin: (name: string) => `Soltar ${name}`,
  removed: 'Eliminado',
  keys: 'Las flechas mueven, Intro abre, Esc cierra. Se abre desde cualquier página con Ctrl K o /.',
  kinds: {
    customer: 'Cliente',
    crew: 'Equipo',
    operator: 'Operador',
    place: 'Lugar',
    complex: 'Complejo',
    group: 'Grupo',
    note: 'Nota',
    visit: 'Visita',
    job: 'Trabajo semanal',
    order: 'Pedido',
    payment: 'Cobro',
    invoice: 'Factura',
    payout: 'Pago al equipo',
  },
}
