import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'

/** The day that it is at the job's place. */
export function todayAt(job: { readonly time_zone: string }, now: Instant): LocalDate {
  return dateAt(now, job.time_zone)
}
