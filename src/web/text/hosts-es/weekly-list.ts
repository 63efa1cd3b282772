import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { weeklyList as english } from '../hosts-en/weekly-list.ts'

export const weeklyList = {
  find: 'Buscar servicios semanales',
  search: 'Buscar',
  searchHint: 'Lugar, dirección, grupo, servicio o equipo',
  filters: (chosen) => (chosen === 0 ? 'Filtros' : `Filtros (${chosen})`),
  group: 'Grupo',
  allGroups: 'Todos los grupos',
  service: 'Servicio',
  allServices: 'Todos los servicios',
  crew: 'Equipo',
  allCrews: 'Todos los equipos',
  weekday: 'Día de la semana',
  allWeekdays: 'Todos los días',
  state: 'Estado',
  states: { '': 'Activos y en pausa', active: 'Activos', paused: 'En pausa' },
  saved: 'Filtros guardados',
  none: 'Todos los servicios semanales',
  notSaved: 'Sin guardar',
  save: 'Guardar filtro',
  rename: 'Cambiar nombre del filtro',
  remove: 'Quitar filtro',
  name: 'Nombre',
  kept: 'Filtro guardado',
  removed: 'Filtro quitado',
  clear: 'Borrar filtros',
  found: (count) => plural.es(count, { one: '1 servicio semanal', other: (n) => `${n} servicios semanales` }),
  nothing: 'Ningún servicio semanal coincide con estos filtros',
} satisfies Translation<typeof english>
