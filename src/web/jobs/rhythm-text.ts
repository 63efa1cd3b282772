/** How often a weekly job comes, in the words of whoever reads. */
import type { ChosenRhythm } from '#domain/schedule/rhythm.ts'
import { rhythmText } from '#domain/schedule/rhythm-texts.ts'
import type { Weekday } from '#domain/time.ts'
import { useLanguage } from '#web/text/store.ts'

type Comes = { readonly rhythm: ChosenRhythm; readonly weekdays: readonly Weekday[] }

/** `Every 2 weeks on Wed`. */
export function useRhythmText(): (job: Comes) => string {
  const language = useLanguage()
  return (job) => rhythmText(job, language)
}
