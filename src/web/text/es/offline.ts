import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import { fullStop } from '#web/text/full-stop.ts'
import type { offline as english } from '../en/offline.ts'

export const offline = {
  asOf: (time) => `Sin conexión, datos de las ${time}`,
  unreachable: (time) => `Ahora no hay respuesta. Datos de las ${fullStop(time)}`,
  noDay: 'Tu día todavía no está en este teléfono. Llega en cuanto haya conexión.',
  waits: (count) =>
    plural.es(count, {
      one: '1 cosa espera para enviarse',
      other: (n) => `${n} cosas esperan para enviarse`,
    }),
  look: (count) => plural.es(count, { one: 'Revisa 1 visita', other: (n) => `Revisa ${n} visitas` }),
  title: 'En espera de enviarse',
  looked: 'Lo que cambió mientras tanto',
  nothing: 'Todo está enviado',
  goes: 'Está en este teléfono y se envía solo cuando haya conexión. Puedes cerrar la aplicación.',
  goesWhenOpen:
    'Está en este teléfono. Este teléfono solo envía con la aplicación abierta: ábrela una vez cuando tengas conexión, en un plazo de 7 días.',
  notLasting: 'Este navegador no guarda nada. Quédate en esta página hasta que todo se envíe.',
  sendNow: 'Enviar ahora',
  ready: 'De acuerdo',
  states: {
    kept: 'En espera',
    sending: 'Enviando',
    safe: 'A salvo',
    refused: 'No aceptada',
    conflict: 'Cambió mientras tanto',
  },
  sending: (percent) => `Enviando ${percent} %`,
  retry: 'Intentar de nuevo',
  deletePhoto: 'Borrar esta foto',
  deleteTitle: '¿Borrar esta foto?',
  deleteBody: 'Solo está en este teléfono. Si la borras, se pierde.',
  photo: (number) => `Foto ${number}`,
  way: (time) => `En camino ${time}`,
  started: (time) => `Empezada ${time}`,
  ticked: (time) => `Lista ${time}`,
  passed: (time) => `Punto de control ${time}`,
  done: (time) => `Hecha ${time}`,
  late: (minutes, time) => `${minutes} min tarde ${time}`,
  onTime: (time) => `A tiempo otra vez ${time}`,
  ill: (time) => `Enfermo ${time}`,
  waiting: 'en espera de enviarse',
  willBeSent: (time) => `Hecha ${time}, se enviará.`,
  notKept: 'No se pudo guardar en este teléfono. Inténtalo de nuevo.',
  full: 'Este teléfono está lleno, así que no se guardó. Libera espacio e inténtalo de nuevo.',
  lost: 'Esta foto ya no está en este teléfono.',
  changed: {
    cancelled: (time) => `La visita se canceló a las ${fullStop(time)}`,
    cancelledByCustomer: (time) => `El cliente canceló esta visita a las ${fullStop(time)}`,
    skipped: (time) => `La visita se omitió a las ${fullStop(time)}`,
    skippedByCustomer: (time) => `El cliente omitió esta visita a las ${fullStop(time)}`,
    reassigned: (time) => `Esta visita pasó a otra persona a las ${fullStop(time)}`,
    tooLate: 'Esta visita fue hace demasiado tiempo para terminarse sola.',
    unknown: 'Esta visita cambió antes de que tu trabajo nos llegara.',
    photosSafe: (count) =>
      plural.es(count, { one: 'Tu foto está a salvo.', other: (n) => `Tus ${n} fotos están a salvo.` }),
    photosHere: (count) =>
      plural.es(count, {
        one: '1 foto sigue en este teléfono.',
        other: (n) => `${n} fotos siguen en este teléfono.`,
      }),
    officeNotified: 'Ya avisamos a la oficina.',
    noNeed: 'No hace falta que vayas.',
    accepted: 'La oficina lo aceptó. Se te paga.',
    dismissed: (note) => `La oficina no lo aceptó. ${note}`.trim(),
  },
  leave: {
    title: 'No todo está enviado',
    body: (count) =>
      plural.es(count, {
        one: '1 cosa solo está en este teléfono. Si cierras la sesión ahora, se borra.',
        other: (n) => `${n} cosas solo están en este teléfono. Si cierras la sesión ahora, se borran.`,
      }),
    stay: 'Seguir con la sesión',
    leave: 'Borrar y cerrar la sesión',
  },
} satisfies Translation<typeof english>
