import type { AreaScreens } from '#web/shell/screen.ts'

export const operatorScreens: AreaScreens = {
  areas: ['operator', 'money'],
  screens: {},
}
