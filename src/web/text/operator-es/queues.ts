import type { queues as english } from '../operator-en/queues.ts'

export const queues: typeof english = {
  title: 'Listas',
  more: 'Ver más',
  none: 'Aquí no hay nada pendiente',
  names: {
    unassigned: 'Sin equipo',
    unconfirmed: 'Sin confirmar',
    late: 'Con retraso',
    missed: 'Perdidas',
    flagged: 'Por revisar',
    declined: 'Tarjetas rechazadas',
    failed_payouts: 'Pagos fallidos',
  },
  what: {
    unassigned: 'Visitas de la próxima semana que nadie tiene. Abre una para darla a un equipo.',
    unconfirmed: 'Visitas de los próximos tres días que su equipo no ha confirmado.',
    late: 'El horario terminó y el trabajo no está hecho.',
    missed: 'Nadie fue o nadie pudo entrar. Llama al cliente y luego quítala de la lista.',
    flagged: 'Hecha lejos del lugar o sin ubicación. Mira las fotos y luego quítala de la lista.',
    declined: 'El banco dijo que no. Avisamos al cliente y se intenta otra vez.',
    failed_payouts: 'No se pudo enviar el dinero al equipo.',
  },
  held: (name, at) => `${name}, desde las ${at}`,
  take: 'Tomar',
  leave: 'Devolver',
  settle: 'Revisado',
  settled: 'Fuera de la lista.',
}
