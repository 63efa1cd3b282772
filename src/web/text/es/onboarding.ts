import type { onboarding as english } from '../en/onboarding.ts'

export const onboarding: typeof english = {}
