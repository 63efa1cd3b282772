/** What crews are notified of when a customer changes a weekly job. */
import { catalogue } from '#domain/catalogue.ts'

export const jobTexts = catalogue({
  en: {
    cancelled: {
      title: 'A weekly job ended',
      text: 'The customer ended this weekly job. Its visits are off your list.',
    },
    changed: {
      title: 'A weekly job changed',
      text: 'The customer changed this weekly job. Check your visits.',
    },
    moved: {
      title: 'A visit moved',
      text: 'The customer moved one visit of this weekly job. Check your visits and confirm it again.',
    },
    placeMoved: {
      title: 'A place moved',
      text: 'The customer moved this place to another address in your range. Check your visits and confirm them again.',
    },
    placeMovedAway: {
      title: 'A place moved away',
      text: 'The customer moved this place to another address. Its visits are off your list. This doesn’t count against you.',
    },
    paused: {
      title: 'A weekly job is paused',
      text: 'This weekly job is paused. It stays yours when it resumes.',
    },
    resumed: { title: 'A weekly job resumes', text: 'This weekly job resumes. Check your visits.' },
    unskipped: {
      title: 'A skipped visit is back',
      text: 'The customer put a skipped date of this weekly job back.',
    },
    skipped: { title: 'A visit is skipped', text: 'The customer skipped one date of this weekly job.' },
  },
  es: {
    cancelled: {
      title: 'Terminó un trabajo semanal',
      text: 'El cliente terminó este trabajo semanal; sus visitas salieron de tu lista.',
    },
    changed: {
      title: 'Cambió un trabajo semanal',
      text: 'El cliente cambió este trabajo semanal. Revisa tus visitas.',
    },
    moved: {
      title: 'Se movió una visita',
      text: 'El cliente movió una visita de este trabajo semanal. Revisa tus visitas y confírmala de nuevo.',
    },
    placeMoved: {
      title: 'Un lugar se mudó',
      text: 'El cliente mudó este lugar a otra dirección dentro de tu zona. Revisa tus visitas y confírmalas de nuevo.',
    },
    placeMovedAway: {
      title: 'Un lugar se mudó lejos',
      text: 'El cliente mudó este lugar a otra dirección. Sus visitas salieron de tu lista; esto no cuenta en tu contra.',
    },
    paused: {
      title: 'Se pausa un trabajo semanal',
      text: 'Este trabajo semanal se pausa; sigue siendo tuyo cuando continúe.',
    },
    resumed: {
      title: 'Continúa un trabajo semanal',
      text: 'Este trabajo semanal continúa. Revisa tus visitas.',
    },
    unskipped: {
      title: 'Vuelve una visita omitida',
      text: 'El cliente repuso una fecha omitida de este trabajo semanal.',
    },
    skipped: { title: 'Se omite una visita', text: 'El cliente omitió una fecha de este trabajo semanal.' },
  },
})
