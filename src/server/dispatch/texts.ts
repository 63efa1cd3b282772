/** What dispatchers hear where somebody was faster. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export const dispatchTexts = catalogue({
  en: {
    takenBy: (crew: string) => `${crew} has this visit by now. Look at the board again.`,
    planOld: (names: string, more: number) =>
      `Changed since this plan was made: ${names}${more > 0 ? ` and ${more} more` : ''}. Nothing was moved. Plan again.`,
    planned: (given: number, taken: number) => ({
      title: 'Your days have changed',
      text: [
        given > 0
          ? `You have ${plural.en(given, { one: '1 new visit', other: (n) => `${n} new visits` })}. Confirm what asks for it.`
          : '',
        taken > 0
          ? `${plural.en(taken, { one: '1 visit is', other: (n) => `${n} visits are` })} no longer yours, which doesn’t count against you.`
          : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    }),
    takenAway: 'Somebody took this visit off the crew by now. Look at the board again.',
  },
  es: {
    takenBy: (crew) => `${crew} ya tiene esta visita. Mira el tablero otra vez.`,
    planOld: (names, more) =>
      `Cambió desde que se hizo este plan: ${names}${more > 0 ? ` y ${more} más` : ''}. No se movió nada. Planea otra vez.`,
    planned: (given, taken) => ({
      title: 'Tus días han cambiado',
      text: [
        given > 0
          ? `Tienes ${plural.es(given, { one: '1 visita nueva', other: (n) => `${n} visitas nuevas` })}. Confirma lo que lo pida.`
          : '',
        taken > 0
          ? `${plural.es(taken, { one: '1 visita ya no es tuya', other: (n) => `${n} visitas ya no son tuyas` })}; esto no cuenta en tu contra.`
          : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    }),
    takenAway: 'Alguien ya le quitó esta visita al equipo. Mira el tablero otra vez.',
  },
})
