export const onboarding = {}
