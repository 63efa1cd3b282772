import type { AreaScreens } from '#web/shell/screen.ts'

export const onboardingScreens: AreaScreens = {
  areas: ['onboarding'],
  screens: {},
}
