import type { AreaScreens } from '#web/screen.ts'

export const onboardingScreens: AreaScreens = {
  areas: ['onboarding', 'assignments', 'signIn'],
  screens: {
    registerCustomer: async () => (await import('./register-customer.tsx')).RegisterCustomer,
    registerCrew: async () => (await import('./register-crew.tsx')).RegisterCrew,
    welcomeCustomer: async () => (await import('./welcome-customer.tsx')).WelcomeCustomer,
    welcomeCrew: async () => (await import('./welcome-crew.tsx')).WelcomeCrew,
    account: async () => (await import('./account.tsx')).Account,
    crewAccount: async () => (await import('./crew-account.tsx')).CrewAccount,
  },
}
