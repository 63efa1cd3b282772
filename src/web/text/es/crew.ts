import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import { countUnits } from '#domain/pricing/unit-texts.ts'
import type { crew as english } from '../en/crew.ts'

export const crew = {
  anytime: 'A cualquier hora',
  states: {
    scheduled: 'Sin confirmar',
    confirmed: 'Confirmada',
    en_route: 'En camino',
    in_progress: 'Trabajando',
    completed: 'Hecha',
    cancelled: 'Cancelada',
    skipped: 'Omitida',
    missed: 'Perdida',
    reopened: 'Por rehacer',
  },
  stops: (count) => plural.es(count, { one: '1 parada', other: (n) => `${n} paradas` }),
  perHour: (pay) => `${pay} por hora`,
  eachVisit: 'por visita',
  drive: (time) => `${time} manejando`,
  work: (time) => `${time} de trabajo`,
  away: (distance) => `a ${distance}`,
  units: countUnits.es,
  placeTime: (zone) => `Hora del lugar (${zone})`,
  more: 'Mostrar más',

  checklist: {
    title: 'Lista de tareas',
    progress: (done, all) => `${done} de ${all} hechas`,
    supplies: '¿Se está acabando?',
    photo: (item) => `Foto: ${item}`,
    photoRequired: 'Necesita una foto',
    photoWanted: 'Agrega una foto si puedes',
    photos: (count) => plural.es(count, { one: '1 foto', other: (n) => `${n} fotos` }),
    undoneTitle: '¿Por qué no está hecho?',
    undoneBody: 'El cliente lo lee con las pruebas de esta visita.',
    reasons: {
      not_needed: 'Hoy no hacía falta',
      not_reachable: 'No se podía llegar',
      in_use: 'Estaba en uso',
      material_missing: 'Faltaba material',
      broken: 'Está roto',
      no_time: 'No alcanzó el tiempo',
      other: 'Otra cosa',
    },
    sayWhy: 'Di por qué',
    finish: 'Terminar la visita',
  },
  home: {
    title: 'Hoy',
    progress: (done, all) => `${done} de ${all} hechas`,
    payToday: 'Pago de hoy',
    thisWeek: (earned) => `${earned} ganados esta semana`,
    toEarnings: 'Ver ganancias',
    next: 'Siguiente parada',
    stop: (number) => `Parada ${number}`,
    toNext: 'Siguiente parada',
    navigate: 'Cómo llegar',
    start: 'Empezar',
    anotherPhoto: 'Otra foto',
    photosSafe: (safe, wanted) =>
      `${safe} de ${plural.es(wanted, { one: '1 foto', other: (n) => `${n} fotos` })} a salvo`,
    sendingPhoto: 'Enviando la foto',
    photoOf: (number) => `Foto ${number}`,
    round: 'Hacer el recorrido',
    done: 'Listo',
    finished: (pay) => `Listo. Ganaste ${pay}.`,
    review: 'Estabas lejos del lugar, o no se pudo saber. Alguien lo revisará.',
    access: 'Cómo entrar',
    notes: 'Notas',
    stops: 'Paradas en orden',
    noStops: 'Hoy no hay paradas',
    nextWorkDay: (date) => `Tus próximas paradas son el ${date}.`,
    findWork: 'Buscar trabajo',
    allDone: 'Todo listo por hoy',
    allDoneBody: 'Terminaste todas las paradas de hoy. Gracias.',
    locationTitle: 'No podemos saber dónde estás',
    locationBody:
      'Activa la ubicación para esta página e inténtalo de nuevo. También puedes terminar sin ella: entonces alguien revisará la visita.',
    finishAnyway: 'Terminar sin ubicación',
    tooEarly: 'Puedes empezar esta parada el día que toca.',
  },

  share: {
    label: 'Compartir dónde estoy hoy',
    explain:
      'Un cliente te ve en un mapa solo mientras vas en camino a su casa. Termina por sí solo y no guardamos tu recorrido.',
    until: (time) =>
      `Activo hasta tu última parada, o hasta las ${time} como máximo. Deja esta página abierta mientras conduces.`,
    badge: 'Compartes dónde estás',
    lost: 'Este teléfono no dice dónde está. Permite la ubicación para Crew en sus ajustes.',
  },

  troubles: {
    day: 'Tu día',
    whenOnline: 'Sin conexión. Se envía cuando tengas conexión.',
    kept: 'Se envía cuando tengas conexión.',
    reaches: (count) =>
      plural.es(count, {
        one: 'Este cliente recibe el aviso:',
        other: (n) => `Estos ${n} clientes reciben el aviso:`,
      }),
    nobodyHears: 'Llegas a tiempo con todos, así que ningún cliente recibe un aviso.',
    about: (time) => `cerca de las ${time}`,
    lateWaits: (minutes) => `Vas ${minutes} min tarde: se envía cuando tengas conexión`,
    notified: (count) =>
      plural.es(count, {
        one: '1 cliente sabe que vas tarde',
        other: (n) => `${n} clientes saben que vas tarde`,
      }),
    onTime: 'A tiempo otra vez',
    onTimeSent: (count) =>
      plural.es(count, {
        zero: 'Las horas están al día.',
        one: '1 cliente tiene la nueva hora.',
        other: (n) => `${n} clientes tienen la nueva hora.`,
      }),
    illWaits: 'Estás enfermo: tus visitas pasan a otros cuando tengas conexión.',
    trip: (place) => `Ya vas en camino a ${place}. ¿Qué pasa con esa visita?`,
    keepTrip: 'La hago todavía',
    releaseTrip: 'Pasarla también a otros',
    go: (count) =>
      plural.es(count, {
        zero: 'Ninguna visita de hoy pasa a otros.',
        one: '1 visita de hoy pasa a otros:',
        other: (n) => `${n} visitas de hoy pasan a otros:`,
      }),
  },

  camera: {
    take: 'Tomar una foto',
    retake: 'Tomar otra foto',
    shut: '¿No se abrió la cámara?',
    chooseFile: 'Elegir una foto',
    kept: 'No hay conexión. La foto queda en este teléfono y se envía sola; repite esto cuando haya conexión.',
    notThere: 'La foto no llegó. Tómala de nuevo.',
  },

  payout: {
    warnings: {
      none: 'Aún no tienes cuenta de cobro. Puedes aceptar trabajo; su dinero espera hasta que conectes una.',
      pending:
        'Estamos revisando tu cuenta de cobro. Puedes aceptar trabajo; su dinero espera hasta entonces.',
      restricted:
        'Tu cuenta de cobro necesita algo de ti. Puedes aceptar trabajo; su dinero espera hasta que se resuelva.',
    },
    dueBy: (day: string) =>
      `El proveedor de pagos tiene una pregunta. Responde antes del ${day}, o los pagos se detienen.`,
    toAccount: 'Cuenta de cobro',
  },
  jobs: {
    title: 'Buscar trabajo',
    subtitle: (count) =>
      plural.es(count, {
        one: '1 trabajo abierto en tu zona',
        other: (n) => `${n} trabajos abiertos en tu zona`,
      }),
    routes: 'Rutas',
    single: 'Sueltos',
    days: 'Por día',
    weekday: 'Día de la semana',
    allDays: 'Todos',
    take: 'Tomar esta ruta',
    takeJob: 'Tomar este trabajo',
    details: 'Paradas y horas',
    hideDetails: 'Ocultar paradas',
    reasons: {
      payPerHour: 'Mejor pago por hora',
      pay: 'Más pago',
      driving: 'Menos manejo',
      nearHome: (distance) => `La más cerca de casa: a ${distance} o menos`,
      assigned: (day) => `Va bien con tu ${day}`,
      only: (day) => `La única del ${day}`,
      duration: 'Ruta más corta',
      weekday: (day) => `La mejor del ${day}`,
    },
    newStops: (count) => plural.es(count, { one: '1 parada nueva', other: (n) => `${n} paradas nuevas` }),
    keeps: (count) =>
      plural.es(count, {
        one: '1 que ya tienes',
        many: (n) => `${n} que ya tienes`,
        other: (n) => `${n} que ya tienes`,
      }),
    leaves: (time) => `Sales a las ${time}`,
    returns: (time) => `regresas a las ${time}`,
    assigned: 'Ya es tuya',
    stopAt: (time) => `hacia las ${time}`,
    confirmTitle: (day) => `Cada ${day}`,
    confirmBody: (count, pay) =>
      plural.es(count, {
        one: `Tomas 1 parada nueva por ${pay} a la semana, cada semana hasta que la devuelvas.`,
        other: (n) =>
          `Tomas ${n} paradas nuevas por ${pay} a la semana, cada semana hasta que las devuelvas.`,
      }),
    yes: 'Sí, tomar',
    taken: (count) => plural.es(count, { one: '1 parada es tuya.', other: (n) => `${n} paradas son tuyas.` }),
    lostTitle: 'Alguien fue más rápido',
    seeOpen: 'Ver lo abierto',
    chooseDays: 'En estos días',
    noBase: '¿De dónde sales?',
    noBaseBody: 'Dinos tu base y te mostramos el trabajo alrededor.',
    setBase: 'Poner mi base',
    noRoutes: 'No hay rutas ahora',
    noRoutesBody:
      'Ningún grupo de trabajos abiertos paga el camino. Mira los sueltos, o amplía tu zona o tus horas.',
    noJobs: 'No hay nada abierto ahora',
    noJobsBody: 'Cada día llegan trabajos nuevos. Con más zona o más servicios verás más.',
    widen: 'Cambiar zona y horas',
    dayOff: 'No trabajas',
    openOn: (count, pay) =>
      plural.es(count, { one: `1 trabajo abierto, ${pay}`, other: (n) => `${n} trabajos abiertos, ${pay}` }),
    assignedOn: (count, pay) =>
      plural.es(count, { one: `tienes 1 parada, ${pay}`, other: (n) => `tienes ${n} paradas, ${pay}` }),
  },

  assignments: {
    title: 'Mis asignaciones',
    subtitle: (count, pay) =>
      plural.es(count, {
        one: `1 parada, ${pay} por semana`,
        other: (n) => `${n} paradas, ${pay} por semana`,
      }),
    none: 'Todavía no tienes nada',
    noneBody: 'Toma una ruta o trabajos sueltos y aparecerán aquí por día.',
    next: (date) => `Próxima: ${date}`,
    release: 'Devolver',
    releaseOne: (place) => `Devolver ${place}`,
    releaseTitle: (place) => `¿Devolver ${place}?`,
    keep: 'Conservar',
    released: 'Devuelta.',
    signIn: 'Inicia sesión',
    signInBody: 'Tus asignaciones solo las ves tú.',
    toSignIn: 'Iniciar sesión',
  },

  visit: {
    title: 'Visita',
    proof: 'Prueba',
    orderPhotos: 'Lo que muestra el cliente',
    doneAt: (when) => `Hecha: ${when}`,
    fromPlace: (distance) => `a ${distance} del lugar`,
    toToday: 'Paradas de hoy',
  },

  list: {
    title: 'Todas mis visitas',
    search: 'Lugar o dirección',
    state: 'Mostrar',
    all: 'Todas',
    open: 'Por hacer',
    completed: 'Hechas',
    missed: 'Perdidas',
    none: 'No hay visitas aquí',
    noneBody: 'Las visitas que tomaste o hiciste aparecen en esta tabla.',
    columns: { place: 'Lugar', day: 'Día', service: 'Servicio', state: 'Estado', pay: 'Pago' },
    count: (count) => plural.es(count, { one: '1 visita', other: (n) => `${n} visitas` }),
    moreThan: (count) => `Más de ${count} visitas`,
    newest: 'Recientes primero',
    oldest: 'Antiguas primero',
    order: 'Orden',
    flagged: 'En revisión',
  },
} satisfies Translation<typeof english>
