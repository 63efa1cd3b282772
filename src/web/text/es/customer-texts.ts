/** Texts that a customer needs from the start, in one file: over a slow line each file is a wait of its own. */
export { customer } from './customer.ts'
export { onboarding } from './onboarding.ts'
export { places } from './places.ts'
