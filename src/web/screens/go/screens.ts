import type { AreaScreens } from '#web/screen.ts'

export const goScreens: AreaScreens = {
  areas: ['today', 'crew', 'offline', 'assignments', 'money', 'invoices'],
  screens: {
    goLink: async () => (await import('./go-link.tsx')).GoLink,
  },
}
