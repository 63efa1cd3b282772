/** The notices of stars and tips, and what a tip may be. */
import { catalogue } from '#domain/catalogue.ts'

export const ratingTexts = catalogue({
  en: {
    tipped: { title: 'You got a tip', text: 'A customer thanked you with a tip. It is all yours.' },
    tipBounds: (least: string, most: string) => `A tip is from ${least} to ${most}.`,
    ask: (crew: string) => ({
      title: `How did ${crew} do?`,
      text: 'Two taps help us send the right crew next time.',
    }),
    revealed: {
      title: 'Your ratings are in',
      text: 'You have both rated this visit. See what was said.',
    },
  },
  es: {
    tipped: {
      title: 'Recibiste una propina',
      text: 'Un cliente te dio las gracias con una propina. Es toda tuya.',
    },
    tipBounds: (least, most) => `Una propina es de ${least} a ${most}.`,
    ask: (crew) => ({
      title: `¿Qué tal lo hizo ${crew}?`,
      text: 'Dos toques nos lo dicen y ayudan a enviar al equipo indicado.',
    }),
    revealed: {
      title: 'Ya se ve la calificación',
      text: 'Los dos calificaron esta visita. Mira qué se dijo.',
    },
  },
})
