/** What people are notified of when an operator did for them what they can do themselves. */
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Contract } from '#contract/index.ts'
import { catalogue } from '#domain/catalogue.ts'

/** What an operator can do for somebody. */
export type ActedKey = {
  [Key in keyof Contract]: Contract[Key] extends { operatorsActFor: 'changes' } ? Key : never
}[keyof Contract]

/** By what name each stands in the log. */
export const ACTED_AS: Readonly<Record<ActedKey, AuditAction>> = {
  'POST /api/book-weekly-jobs': 'book_weekly_jobs_for',
  'POST /api/skip-visit': 'skip_visit_for',
  'POST /api/unskip-visit': 'unskip_visit_for',
  'POST /api/move-visit': 'move_visit_for',
  'POST /api/unmove-visit': 'unmove_visit_for',
  'POST /api/pause-weekly-job': 'pause_weekly_job_for',
  'POST /api/resume-weekly-job': 'resume_weekly_job_for',
  'POST /api/change-weekly-job': 'change_weekly_job_for',
  'POST /api/cancel-weekly-job': 'cancel_weekly_job_for',
  'POST /api/cancel-on-demand': 'cancel_on_demand_for',
  'POST /api/confirm-visits': 'confirm_visits_for',
  'POST /api/release-visit': 'release_visit_for',
  'POST /api/complete-visit': 'complete_visit_for',
  'POST /api/update-property': 'update_property_for',
}

type Done = Readonly<Record<ActedKey, string>>

const english: Done = {
  'POST /api/book-weekly-jobs': 'We booked weekly work for you',
  'POST /api/skip-visit': 'We skipped a visit for you',
  'POST /api/unskip-visit': 'We put a skipped visit back for you',
  'POST /api/move-visit': 'We moved a visit for you',
  'POST /api/unmove-visit': 'We moved a visit back for you',
  'POST /api/pause-weekly-job': 'We paused weekly work for you',
  'POST /api/resume-weekly-job': 'We let weekly work go on for you',
  'POST /api/change-weekly-job': 'We changed weekly work for you',
  'POST /api/cancel-weekly-job': 'We ended weekly work for you',
  'POST /api/cancel-on-demand': 'We canceled an order for you',
  'POST /api/confirm-visits': 'We confirmed a visit for you',
  'POST /api/release-visit': 'We gave a visit back for you',
  'POST /api/complete-visit': 'We marked a visit done for you',
  'POST /api/update-property': 'We corrected a place of yours',
}

const spanish: Done = {
  'POST /api/book-weekly-jobs': 'Reservamos trabajo semanal por ti',
  'POST /api/skip-visit': 'Omitimos una visita por ti',
  'POST /api/unskip-visit': 'Repusimos por ti una visita omitida',
  'POST /api/move-visit': 'Movimos una visita por ti',
  'POST /api/unmove-visit': 'Devolvimos por ti una visita a su día',
  'POST /api/pause-weekly-job': 'Pausamos trabajo semanal por ti',
  'POST /api/resume-weekly-job': 'Reanudamos trabajo semanal por ti',
  'POST /api/change-weekly-job': 'Cambiamos trabajo semanal por ti',
  'POST /api/cancel-weekly-job': 'Terminamos trabajo semanal por ti',
  'POST /api/cancel-on-demand': 'Cancelamos un pedido por ti',
  'POST /api/confirm-visits': 'Confirmamos una visita por ti',
  'POST /api/release-visit': 'Devolvimos una visita por ti',
  'POST /api/complete-visit': 'Marcamos una visita como hecha por ti',
  'POST /api/update-property': 'Corregimos un lugar tuyo',
}

export const actingTexts = catalogue({
  en: {
    done: english,
    text: (where: string, supportEmail: string) =>
      `${where}.\nOur team did this on your account. If it’s not what you asked for, write to ${supportEmail}.`,
  },
  es: {
    done: spanish,
    text: (where, supportEmail) =>
      `${where}.\nNuestro equipo lo hizo en tu cuenta. Si no es lo que pediste, escribe a ${supportEmail}.`,
  },
})

export function isActedKey(key: string): key is ActedKey {
  return Object.hasOwn(english, key)
}
