/** Calendars are read in a thread of their own. Started by `read-apart.ts` alone. */
import { answerQuestions } from '../threads/answer-questions.ts'
import type { CalendarQuestion } from './read-apart.ts'
import { type ReadCalendar, readCalendar } from './read-calendar.ts'

answerQuestions<CalendarQuestion, ReadCalendar>(({ body, place }) => readCalendar(body, place))
