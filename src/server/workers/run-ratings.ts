/** What follows on the work by itself: a rating is asked for, and a tip that nobody took back is given. */
import { askForRating } from '../ratings/ask-for-rating.ts'
import { giveTip } from '../ratings/give-tip.ts'
import type { Task } from '../tasks/task.ts'

export const askForRatingTask: Task<'ask_for_rating'> = {
  kind: 'ask_for_rating',
  tries: 5,
  inTransaction: (app, db, { visitId }) => askForRating(app, db, visitId),
}

export const giveTipTask: Task<'give_tip'> = {
  kind: 'give_tip',
  tries: 5,
  inTransaction: (app, db, { tipId }) => giveTip(app, db, tipId),
}
