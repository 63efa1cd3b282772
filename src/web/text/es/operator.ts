import type { operator as english } from '../en/operator.ts'

export const operator: typeof english = {
  board: {
    title: 'Tablero',
    today: 'Hoy',
    week: 'Esta semana',
    attention: 'Te necesita',
    nothing: 'Ahora mismo nada te necesita.',
    disputes: (count) =>
      count === 1
        ? 'problema que reportó un cliente, por decidir'
        : 'problemas que reportaron los clientes, por decidir',
    lateReports: (count) =>
      count === 1
        ? 'informe tardío de un equipo, por decidir'
        : 'informes tardíos de los equipos, por decidir',
    unassigned: (count) => `${count === 1 ? 'visita' : 'visitas'} de esta semana que nadie tiene`,
    flagged: (count) =>
      count === 1
        ? 'trabajo por revisar: hecho lejos del lugar o sin ubicación'
        : 'trabajos por revisar: hechos lejos del lugar o sin ubicación',
    declined: (count, amount) =>
      count === 1 ? `pago rechazado de ${amount}` : `pagos rechazados, ${amount} en total`,
    payouts: (count) =>
      count === 1
        ? 'pago a un equipo fallido en las últimas cuatro semanas'
        : 'pagos a equipos fallidos en las últimas cuatro semanas',
    parked: (count) => (count === 1 ? 'tarea de fondo que se rindió' : 'tareas de fondo que se rindieron'),
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
    subtitle: 'Mensajes que salieron, los más nuevos primero',
    channels: { all: 'Todos', mail: 'Correo', sms: 'Mensajes de texto', push: 'Avisos' },
    none: 'Todavía no se ha enviado nada.',
    audit: 'Registro de auditoría',
  },
}
