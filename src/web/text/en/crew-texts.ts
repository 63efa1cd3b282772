/** Texts that a crew needs from the start, in one file: over a slow line each file is a wait of its own. */
export { assignments } from './assignments.ts'
export { crew } from './crew.ts'
export { offline } from './offline.ts'
