import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { assignments as english } from '../en/assignments.ts'

export const assignments = {
  visits: (count) => plural.es(count, { one: '1 visita', other: (n) => `${n} visitas` }),

  confirm: {
    title: 'Confirma la próxima semana',
    waiting: (visits, pay) => `${visits} por ${pay} esperan tu confirmación`,
    by: (when) => `Hasta ${when}`,
    left: (time) => `quedan ${time}`,
    days: (count) => plural.es(count, { one: '1 día', other: (n) => `${n} días` }),
    yes: (count) =>
      plural.es(count, { one: 'Confirmar 1 visita', other: (n) => `Confirmar las ${n} visitas` }),
    yesSome: (count) =>
      plural.es(count, { one: 'Confirmar 1 visita', other: (n) => `Confirmar ${n} visitas` }),
    chooseFirst: 'Elige al menos una visita',
    consequence:
      'Las visitas que no confirmes a tiempo se ofrecen a otros equipos. Pierdes su pago; tus trabajos semanales siguen siendo tuyos y tu fiabilidad no cambia.',
    leftOff: (count) =>
      plural.es(count, {
        one: 'La que dejaste fuera pasa a otros equipos.',
        other: (n) => `Las ${n} que dejaste fuera pasan a otros equipos.`,
      }),
    confirmed: (count) =>
      plural.es(count, { one: '1 visita confirmada.', other: (n) => `${n} visitas confirmadas.` }),
    undone: 'Ya no está confirmado.',
    lost: (count) =>
      plural.es(count, { one: '1 visita ya no es tuya:', other: (n) => `${n} visitas ya no son tuyas:` }),
    allTitle: 'Tu semana está confirmada',
    allBody: 'Gracias. Si surge algo, devuelve la visita lo antes posible.',
    none: 'Nada por confirmar',
    noneBody: 'No tienes visitas la próxima semana.',
    isConfirmed: 'Confirmada',
    include: (place) => `Confirmar ${place}`,
    banner: (visits) => `Confirma ${visits} de la próxima semana`,
    toConfirm: 'Confirmar',
  },

  cost: {
    visits: (visits, pay) => `${visits} pasan a otros equipos: ${pay} menos para ti.`,
    one: (date, pay) => `Tu visita del ${date} pasa a otros equipos: ${pay} menos para ti.`,
    nothing: 'No tienes visitas planeadas, así que no pierdes nada.',
    free: (until) => `No te cuesta nada hasta ${until}. A partir de entonces cuenta contra tu fiabilidad.`,
    late: (count, hours) =>
      plural.es(count, {
        one: `1 visita es en menos de ${hours} y cuenta como devuelta tarde.`,
        other: (n) => `${n} visitas son en menos de ${hours} y cuentan como devueltas tarde.`,
      }),
    reliability: (from, to) => `Tu fiabilidad pasa de ${from} a ${to}.`,
    reliabilityNew: (to) => `Tu fiabilidad empieza en ${to}.`,
    isLate: 'Tarde',
    andMore: (count) => `y ${count} más`,
  },

  rule: {
    hours: (count) => plural.es(count, { one: '1 hora', other: (n) => `${n} horas` }),
    grace: (until) => `¿Cambiaste de idea? Hasta ${until} puedes devolverlo sin que cuente en tu contra.`,
    notice: (hours) =>
      `Después, una visita devuelta menos de ${hours} antes de empezar cuenta contra tu fiabilidad.`,
    noticeOnly: (hours) =>
      `Una visita devuelta menos de ${hours} antes de empezar cuenta contra tu fiabilidad.`,
  },

  release: {
    one: 'Devolver esta visita',
    oneTitle: '¿Devolver esta visita?',
    oneBody: 'Solo esta fecha. El trabajo semanal sigue siendo tuyo.',
    done: 'Devuelto.',
    costUnknown: 'No se pudo leer lo que cuesta.',
  },

  reliability: {
    title: 'Tu fiabilidad',
    none: 'Aún no se conoce',
    noneBody: 'Se cuenta a partir de tu primera visita.',
    explained: (days, notice, grace) =>
      `De todo lo que prometiste en los últimos ${days} días, cuánto cumpliste. Las visitas que devuelves con menos de ${notice} de antelación y las que pierdes cuentan en contra; lo que devuelves antes de ${grace} de haberlo tomado, no. Decide qué tan pronto te preguntamos cuando se ofrece trabajo.`,
    kept: 'Cumplidas',
    lateReleases: 'Devueltas tarde',
    missed: 'Perdidas',
  },

  timeOff: {
    title: 'Días libres',
    none: 'No hay días libres planeados.',
    add: 'Agregar días libres',
    from: 'Primer día',
    to: 'Último día',
    note: 'Nota para ti',
    check: 'Ver qué significa',
    save: 'Tomar estos días libres',
    back: 'Cambiar los días',
    added: (visits) => `Días libres guardados. ${visits} se ofrecen a otros.`,
    addedFree: 'Días libres guardados.',
    remove: 'Trabajar esos días',
    removeOne: (days) => `Trabajar ${days} de todos modos`,
    removed: (visits) => `Días libres quitados. ${visits} de nuevo contigo.`,
    removedFree: 'Días libres quitados.',
    noVisits: 'No tienes visitas esos días. No se te darán nuevas.',
  },

  link: {
    hello: (name) => `Trabajos de ${name}`,
    notice: 'Abierto desde tu mensaje de texto. Aquí puedes ver y devolver; para lo demás, inicia sesión.',
    end: 'Terminar este enlace',
    ended: 'Este enlace ya no funciona.',
    deadTitle: 'Este enlace ya no funciona',
    deadBody: 'Los enlaces sirven un día. Pide uno nuevo abajo.',
    askTitle: 'Recibe el enlace',
    askBody: 'Te enviamos por mensaje un enlace que muestra tus trabajos sin contraseña durante un día.',
    phone: 'Tu teléfono',
    send: 'Enviarme el enlace',
    sent: 'Si es el teléfono de un equipo, el enlace está en camino.',
    endAll: 'Terminar mis enlaces',
    endedAll: 'Ningún enlace abre ya tus trabajos.',
    sendTo: 'Enviar el enlace a sus trabajos',
    sentTo: (name) => `El enlace está en camino a ${name}.`,
  },
} satisfies Translation<typeof english>
