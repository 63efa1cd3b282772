import type { AreaScreens } from '#web/shell/screen.ts'

export const customerScreens: AreaScreens = {
  areas: ['customer', 'money'],
  screens: {},
}
