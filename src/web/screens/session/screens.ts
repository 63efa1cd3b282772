import type { AreaScreens } from '#web/screen.ts'

export const sessionScreens: AreaScreens = {
  areas: ['signIn'],
  screens: {
    login: async () => (await import('./login.tsx')).Login,
    logout: async () => (await import('./logout.tsx')).Logout,
    forgotPassword: async () => (await import('./forgot-password.tsx')).ForgotPassword,
    resetPassword: async () => (await import('./reset-password.tsx')).ResetPassword,
    authenticate: async () => (await import('./authenticate.tsx')).Authenticate,
  },
}
