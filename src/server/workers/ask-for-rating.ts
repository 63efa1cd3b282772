import { askForRating } from '../ratings/ask-for-rating.ts'
import type { Task } from '../tasks/task.ts'

export const askForRatingTask: Task<'ask_for_rating'> = {
  kind: 'ask_for_rating',
  tries: 5,
  inTransaction: (app, db, { visitId }) => askForRating(app, db, visitId),
}
