/** Palabras del tablero de despacho. */
import { plural } from '#domain/plural.ts'
import type { dispatch as english } from '../operator-en/dispatch.ts'

export const dispatch: typeof english = {
  title: 'Despacho',
  day: 'Día',
  week: 'Semana',
  today: 'Hoy',
  earlier: 'Antes',
  later: 'Después',
  zoomIn: 'Más cerca',
  zoomOut: 'Más lejos',
  cut: 'Hay más visitas de las que caben en una pantalla. Mira días sueltos.',
  crews: 'Equipos',
  lanes: 'Equipos y sus paradas',
  noStops: 'Ningún equipo tiene nada que hacer',
  clockChange: (hours) => `${hours} horas, cambia la hora`,
  tray: 'Sin equipo',
  trayNone: 'Todas las visitas tienen equipo.',
  anytime: 'A cualquier hora',
  noPrice: 'Sin precio',
  frozen: 'Congelado',
  free: 'Nada todavía',
  stops: (count) => plural.es(count, { one: '1 parada', other: (n) => `${n} paradas` }),
  over: (time) => `${time} de más`,
  late: (time) => `${time} tarde`,
  begins: (time) => `empieza ${time}`,
  driving: (time) => `${time} al volante`,
  block: ({ place, service, times, state, late }) =>
    [place, service, times, state, late].filter((part) => part !== '').join(', '),
  chosen: 'Visita elegida',
  nobody: 'Nadie todavía',
  give: 'Dar a un equipo',
  open: 'Abrir la visita',
  hint: 'Arrastra una visita a un equipo. Con teclas: Intro la toma, las flechas la llevan, Intro la deja, Escape la devuelve.',
  keysHeld: 'Las flechas la llevan, Intro la deja, Supr se la quita al equipo, Escape la devuelve.',
  nowhere: 'No está sobre un equipo',
  overTray: 'Nadie la tiene y se ofrece',
  overLane: ({ crew, place, of, time }) => `${crew}, parada ${place} de ${of}, ${time}`,
  breaks: {
    frozen: 'El equipo está congelado',
    blocked: 'El cliente no quiere a este equipo',
    over: 'Queda muy poco de su horario',
    day_off: 'El equipo tiene el día libre',
    clash: 'Coincide con otro trabajo del equipo',
    skill: 'El equipo no ofrece este servicio',
    day_not_worked: 'El equipo no trabaja ese día',
    range: (distance) => `${distance} fuera de su alcance`,
    hours: (time) => `${time} más que su horario`,
    window: (time) => `${time} después de su horario`,
    others_late: (count) =>
      plural.es(count, { one: 'Retrasa 1 visita más', other: (n) => `Retrasa ${n} visitas más` }),
  },
  refused: (reasons) => `No se puede: ${reasons}.`,
  plan: {
    day: 'Planear el día',
    week: 'Planear la semana',
    title: { day: 'Planear el día', week: 'Planear la semana' },
    what: 'Cada visita abierta va a un equipo que puede hacerla y cada carril queda en buen orden. Lo que un equipo confirmó o tiene cada semana sigue siendo suyo. Ves la diferencia antes de mover nada.',
    begin: 'Hacer un plan',
    solving: 'Planeando',
    apply: 'Aplicar el plan',
    undo: 'Deshacer el plan',
    again: 'Planear otra vez',
    open: (before, after) => `Sin equipo: ${before} → ${after}`,
    change: (before, after) => (before === after ? after : `${before} → ${after}`),
    lanes: 'Equipos cuyo día cambia',
    staysOpen: 'Lo que queda abierto',
    states: {
      solving: () => 'Planeando',
      ready: (count) =>
        plural.es(count, {
          one: '1 visita cambiaría de manos',
          other: (n) => `${n} visitas cambiarían de manos`,
        }),
      applied: (count) =>
        plural.es(count, {
          one: 'Aplicado: 1 visita cambió de manos',
          other: (n) => `Aplicado: ${n} visitas cambiaron de manos`,
        }),
      undone: () => 'Deshecho: todo está como antes',
    },
    undone: (left) =>
      left === 0
        ? 'Deshecho.'
        : plural.es(left, {
            one: 'Deshecho, salvo 1 visita que alguien cambió después.',
            other: (n) => `Deshecho, salvo ${n} visitas que alguien cambió después.`,
          }),
    why: {
      over: 'queda muy poco de su horario',
      skill: 'ningún equipo ofrece este servicio',
      day_not_worked: 'ninguno de esos equipos trabaja ese día',
      day_off: 'todos esos equipos tienen el día libre',
      frozen: 'todos esos equipos están congelados',
      blocked: 'el cliente no quiere a ninguno',
      range: 'fuera del alcance de todos esos equipos',
      full: 'no cabe en las horas de quienes podrían',
    },
  },
  handed: {
    kept: (crew) => `${crew} la tiene en otro orden.`,
    asked: (crew) => `Le pedimos a ${crew} que la confirme.`,
    notified: (crew) => `${crew} la tiene y recibe un aviso.`,
    released: () => 'Ahora no la tiene nadie. Se ofrece de nuevo.',
  },
}
