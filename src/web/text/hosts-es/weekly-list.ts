import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { weeklyList as english } from '../hosts-en/weekly-list.ts'

const numberOf = (count: number) => plural.es(count, { one: '1', other: (n) => n })

export const weeklyList = {
  find: 'Buscar servicios semanales',
  search: 'Buscar',
  searchHint: 'Lugar, dirección, grupo, servicio o equipo',
  filters: (chosen) => (chosen === 0 ? 'Filtros' : `Filtros (${chosen})`),
  group: 'Grupo',
  allGroups: 'Todos',
  service: 'Servicio',
  allServices: 'Todos',
  crew: 'Equipo',
  allCrews: 'Todos',
  weekday: 'Día de la semana',
  allWeekdays: 'Todos',
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
  bulk: {
    selection: 'Selección',
    select: 'Seleccionar',
    selectShown: 'Seleccionar los que se ven',
    selectAll: (count) => `Seleccionar los ${numberOf(count)}`,
    selectNone: 'Quitar',
    selected: (count) => plural.es(count, { one: '1 seleccionado', other: (n) => `${n} seleccionados` }),
    onlySome: (count) =>
      `Se seleccionaron los ${numberOf(count)} más recientes; no se pueden cambiar más a la vez.`,
    change: (count) =>
      plural.es(count, {
        one: 'Cambiar 1 servicio semanal',
        other: (n) => `Cambiar ${n} servicios semanales`,
      }),
    changeShort: (count) => `Cambiar ${numberOf(count)}`,
    what: '¿Qué debe pasar?',
    kinds: {
      skip: 'Omitir una semana',
      pause: 'Pausar',
      window: 'Otro horario',
      weekdays: 'Otros días',
      quantity: 'Otra cantidad',
      crews: 'Elegir equipos',
      cancel: 'Terminarlos',
    },
    week: 'Semana',
    onlyWeekdays: 'Solo las visitas de',
    onlyWeekdaysHint: 'Si no eliges ninguno: todas las visitas de la semana.',
    newWeekdays: 'Días de la semana',
    quantity: 'Cantidad',
    crewsHint:
      'Se les pregunta primero, en este orden, cuando una visita en estos lugares necesita equipo. Los equipos que ya tienen estos servicios los conservan.',
    crewChoices: { first: 'Primero', second: 'Después', third: 'En tercer lugar' },
    nobodyFirst: 'Nadie en particular',
    nobodyElse: 'Nadie más',
    noCrews: 'Todavía no conoces ningún equipo. Cuando uno trabaje para ti, podrás elegirlo aquí.',
    crewWithStars: (name, stars) => `${name} · ${stars} ★`,
    cancelHint: 'Se cancelan todas sus visitas futuras. Lo que está en curso se termina y se cobra.',
    look: 'Ver qué pasa',
    back: 'Volver',
    isWhole: 'Todos o ninguno',
    isWholeHint:
      'Si uno no se puede cambiar, no se cambia ninguno. Si no, se dejan fuera los que no se puede.',
    apply: {
      cancel: (count) =>
        plural.es(count, {
          one: 'Terminar 1 servicio semanal',
          other: (n) => `Terminar ${n} servicios semanales`,
        }),
      other: (count) =>
        plural.es(count, {
          one: 'Cambiar 1 servicio semanal',
          other: (n) => `Cambiar ${n} servicios semanales`,
        }),
    },
    rows: 'Qué pasa con cada uno',
    outcomes: { changes: 'Cambia', same: 'Queda igual', refused: 'No se puede cambiar' },
    changes: (count) => plural.es(count, { one: '1 cambia', other: (n) => `${n} cambian` }),
    changed: (count) => plural.es(count, { one: '1 cambió', other: (n) => `${n} cambiaron` }),
    same: (count) => plural.es(count, { one: '1 ya está así', other: (n) => `${n} ya están así` }),
    refused: (count) =>
      plural.es(count, { one: '1 no se puede cambiar', other: (n) => `${n} no se pueden cambiar` }),
    over: (days) => `${days}:`,
    visits: (before, after) =>
      before === after
        ? plural.es(after, { one: '1 visita como antes,', other: (n) => `${n} visitas como antes,` })
        : `${numberOf(before)} → ${numberOf(after)} visitas,`,
    money: (before, after, isSame) => (isSame ? `${after} como antes.` : `${before} → ${after}.`),
    crews: (count) =>
      plural.es(count, {
        one: 'Un equipo tiene algunas de estas visitas y recibe un solo aviso.',
        other: (n) => `${n} equipos tienen algunas de estas visitas y reciben un aviso cada uno.`,
      }),
    showRows: (count) => `Mostrar ${numberOf(count)}`,
    notShown: (count) => `y ${numberOf(count)} más`,
    names: {
      skip: (week) => `Omitir la semana ${week}`,
      pause: (from) => `Pausar desde ${from}`,
      pauseUntil: (from, until) => `Pausar ${from} – ${until}`,
      weekdays: (days) => `Otros días: ${days}`,
      quantity: (count) => `Otra cantidad: ${count}`,
      window: 'Otro horario',
      crews: 'Elegir equipos',
      noCrews: 'No elegir equipos',
      cancel: 'Terminar servicios semanales',
    },
    undoing: (change) => `Deshaciendo: ${change}`,
    progress: (done, all) => `${numberOf(done)} de ${numberOf(all)}`,
    by: (name) => `por ${name}`,
    givenUp: 'Uno no se puede cambiar, así que no se cambió ninguno.',
    undone: (count) =>
      plural.es(count, {
        one: 'Deshecho: 1 está como antes',
        other: (n) => `Deshecho: ${n} están como antes`,
      }),
    left: (count) =>
      plural.es(count, { one: '1 queda como está ahora', other: (n) => `${n} quedan como están ahora` }),
    noted: (count) => plural.es(count, { one: 'Ver cuál', other: () => 'Ver cuáles' }),
    undo: 'Deshacer',
    undoUntil: (time) => `Se puede deshacer hasta las ${time}`,
    putAway: 'Ocultar',
  },
} satisfies Translation<typeof english>
