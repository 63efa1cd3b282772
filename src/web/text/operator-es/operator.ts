import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { operator as english } from '../operator-en/operator.ts'

export const operator = {
  board: {
    title: 'Tablero',
    today: 'Hoy',
    week: 'Esta semana',
    attention: 'Te necesita',
    nothing: 'Ahora mismo nada te necesita.',
    waiting: {
      unassigned: (count) =>
        `${plural.es(count, { one: 'visita', other: 'visitas' })} de los próximos siete días que nadie tiene`,
      unconfirmed: (count) =>
        `${plural.es(count, { one: 'visita', other: 'visitas' })} de los próximos tres días sin confirmar`,
      late: (count) =>
        plural.es(count, {
          one: 'visita con retraso: su hora pasó y el trabajo no está hecho',
          other: 'visitas con retraso: su hora pasó y el trabajo no está hecho',
        }),
      missed: (count) =>
        plural.es(count, { one: 'visita perdida por revisar', other: 'visitas perdidas por revisar' }),
      flagged: (count) =>
        plural.es(count, {
          one: 'trabajo por revisar: hecho lejos del lugar o sin ubicación',
          other: 'trabajos por revisar: hechos lejos del lugar o sin ubicación',
        }),
      failed_payouts: (count) =>
        plural.es(count, {
          one: 'pago a un equipo fallido en las últimas cuatro semanas',
          other: 'pagos a equipos fallidos en las últimas cuatro semanas',
        }),
      disputes: (count) =>
        plural.es(count, {
          one: 'problema que reportó un cliente, por decidir',
          other: 'problemas que reportaron los clientes, por decidir',
        }),
      approvals: (count) =>
        plural.es(count, {
          one: 'devolución espera a una segunda persona',
          other: 'devoluciones esperan a una segunda persona',
        }),
      late_reports: (count) =>
        plural.es(count, {
          one: 'informe tardío de un equipo, por decidir',
          other: 'informes tardíos de los equipos, por decidir',
        }),
      silent_feeds: (count) =>
        plural.es(count, {
          one: 'calendario de huéspedes sin respuesta',
          other: 'calendarios de huéspedes sin respuesta',
        }),
      declined: (count, amount) =>
        plural.es(count, {
          one: `pago rechazado de ${amount}`,
          other: `pagos rechazados, ${amount} en total`,
        }),
      chargebacks: (count) =>
        plural.es(count, {
          one: 'contracargo espera pruebas nuestras',
          other: 'contracargos esperan pruebas nuestras',
        }),
      differences: (count) =>
        plural.es(count, {
          one: 'diferencia en los libros por explicar',
          other: 'diferencias en los libros por explicar',
        }),
      referrals: (count) =>
        plural.es(count, {
          one: 'invitación entre cuentas que comparten algo',
          other: 'invitaciones entre cuentas que comparten algo',
        }),
      parked: (count) =>
        plural.es(count, { one: 'tarea de fondo que se rindió', other: 'tareas de fondo que se rindieron' }),
    },
    delayedPayouts: (count) =>
      plural.es(count, {
        one: 'pago a un equipo espera porque falta saldo en el proveedor de pagos: añade fondos',
        other: 'pagos a equipos esperan porque falta saldo en el proveedor de pagos: añade fondos',
      }),
    noVisits: 'No hay visitas.',
  },
  states: {
    scheduled: 'Programada',
    confirmed: 'Confirmada',
    en_route: 'En camino',
    in_progress: 'Trabajando',
    completed: 'Hecha',
    cancelled: 'Cancelada',
    skipped: 'Omitida',
    missed: 'No realizada',
    reopened: 'Reabierta',
  },
  people: {
    title: 'Personas',
    search: 'Nombre, correo o teléfono',
    all: 'Todas',
    types: { Customer: 'Clientes', Crew: 'Equipos', Operator: 'Operadores' },
    kinds: { Customer: 'Cliente', Crew: 'Equipo', Operator: 'Operador' },
    type: 'Mostrar',
    none: 'Nadie coincide.',
    frozenUntil: (date) => `Congelada hasta el ${date}`,
    broughtBy: (name) => `Por invitación de ${name}`,
    reliability: (share) => `fiabilidad ${share}`,
    since: (date) => `Desde el ${date}`,
    freeze: 'Congelar',
    unfreeze: 'Terminar el congelamiento',
    removePhoto: 'Quitar la foto',
    removePhotoTitle: (name) => `¿Quitar la foto de ${name}?`,
    freezeTitle: (name) => `Congelar a ${name}`,
    freezeBody:
      'Mientras esté congelada, la cuenta no toma, confirma, empieza, completa ni reserva nada. Puede leer y hablar con soporte.',
    until: 'Hasta (el final de ese día)',
    notes: 'Motivo, que la persona verá',
    frozen: 'La cuenta está congelada.',
    thawed: 'El congelamiento terminó.',
    more: 'Mostrar más',
  },
  outbox: {
    title: 'Bandeja de salida',
    attached: (fileName: string) => `Con él: ${fileName}`,
    subtitle: 'Mensajes que salieron, los más nuevos primero',
    channels: { all: 'Todos', mail: 'Correo', sms: 'Mensajes de texto', push: 'Avisos' },
    none: 'Con estos filtros no se envió nada.',
    filters: 'Filtros',
    channel: 'Canal',
    state: 'Estado',
    anyState: 'Enviado o no',
    states: { sent: 'Enviado', failed: 'No enviado' },
    kind: 'Sobre',
    anyKind: 'Cualquier cosa',
    from: 'Desde',
    to: 'Hasta',
    everybody: 'Todas las personas',
    allTo: (name) => `Todo lo de ${name}`,
    failing: 'Direcciones que no recibieron nada esta semana',
    hidden: 'Su texto no se guarda: da acceso a una cuenta.',
    resend: 'Enviar otra vez',
    resent: 'Se envía otra vez.',
    resentBefore: 'Enviado otra vez',
    audit: 'Registro de auditoría',
  },
} satisfies Translation<typeof english>
