import type { AreaScreens } from '#web/screen.ts'

export const houseTextsScreens: AreaScreens = {
  areas: ['operatorShell', 'houseTexts', 'frontDoor'],
  screens: { operatorTexts: async () => (await import('./operator-texts.tsx')).OperatorTexts },
}
