/** Texts that crews and customers need alike, in one file: over a slow line each file is a wait of its own. */
export { feedback } from './feedback.ts'
export { money } from './money.ts'
export { offers } from './offers.ts'
export { schedule } from './schedule.ts'
export { today } from './today.ts'
