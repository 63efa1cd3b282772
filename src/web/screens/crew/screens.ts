import type { AreaScreens } from '#web/shell/screen.ts'

export const crewScreens: AreaScreens = {
  areas: ['crew', 'money'],
  screens: {},
}
