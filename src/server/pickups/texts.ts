/** What crews are notified of when a pickup follows the stays of its place. */
import { catalogue } from '#domain/catalogue.ts'

export const pickupTexts = catalogue({
  en: {
    vacant: {
      title: 'A pickup is skipped',
      text: 'Nobody stayed since the last pickup, so this one is skipped. This doesn’t count against you.',
    },
    occupied: {
      title: 'A skipped pickup is back',
      text: 'Somebody stays there after all, or nothing tells us of stays just now. The pickup is back on your list.',
    },
    hours: {
      title: 'A pickup has other hours',
      text: 'A stay there changed, and nobody comes before its check-out. Check the hours and confirm it again.',
    },
    extra: {
      title: 'An extra pickup',
      text: 'A long or large stay ends, so one more pickup comes after it.',
    },
  },
  es: {
    vacant: {
      title: 'Se omite una recolección',
      text: 'Nadie se hospedó desde la última recolección, así que esta se omite. No cuenta en tu contra.',
    },
    occupied: {
      title: 'Vuelve una recolección omitida',
      text: 'Sí hay quien se hospeda, o por ahora nada nos avisa de las estancias. La recolección vuelve a tu lista.',
    },
    hours: {
      title: 'Cambió el horario de una recolección',
      text: 'Cambió una estancia, y nadie va antes de su salida. Revisa el horario y confírmala de nuevo.',
    },
    extra: {
      title: 'Una recolección extra',
      text: 'Termina una estancia larga o con mucha gente, así que después viene una recolección más.',
    },
  },
})
