/** What people are notified of when a turnover follows its stay. */
import { catalogue } from '#domain/catalogue.ts'

export const turnoverTexts = catalogue({
  en: {
    moved: {
      title: 'A turnover moved',
      text: 'The stay changed, and the turnover with it. Check the hours and confirm it again.',
    },
    cancelled: {
      title: 'A turnover is off',
      text: 'The stay was canceled. The turnover is off your list. This doesn’t count against you.',
    },
    paused: {
      title: 'A turnover is off',
      text: 'This customer’s work is paused for now. The turnover is off your list. This doesn’t count against you.',
    },
    underWay: {
      title: 'A stay changed while your crew is there',
      text: 'Your crew is on its way or at work, so its turnover did not move. Message the crew if it should stop.',
    },
  },
  es: {
    moved: {
      title: 'Una limpieza cambió de hora',
      text: 'La estancia cambió, y la limpieza con ella. Revisa el horario y confírmala de nuevo.',
    },
    cancelled: {
      title: 'Se canceló una limpieza',
      text: 'La estancia se canceló. La limpieza salió de tu lista. No cuenta en tu contra.',
    },
    paused: {
      title: 'Se canceló una limpieza',
      text: 'El trabajo de este cliente está en pausa por ahora. La limpieza salió de tu lista. No cuenta en tu contra.',
    },
    underWay: {
      title: 'Una estancia cambió con tu equipo en marcha',
      text: 'Tu equipo va en camino o ya trabaja, así que la limpieza no se movió. Escríbele si debe parar.',
    },
  },
})

/** What is wrong with hours that a host chose. */
export const turnoverFaults = catalogue({
  en: { hoursOver: 'This time is over.' },
  es: { hoursOver: 'Esta hora ya pasó.' },
})
