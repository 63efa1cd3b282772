/** The notices of a dispute. */
import { catalogue } from '#domain/catalogue.ts'

export const disputeTexts = catalogue({
  en: {
    reported: {
      title: 'A customer reported a problem',
      text: 'Tell us your side before we decide.',
    },
    decidedForCrew: {
      title: 'A report was decided',
      text: 'We decided a problem that a customer reported. See how.',
    },
    refunded: (amount: string) => ({
      title: `You get ${amount} back`,
      text: `The visit wasn’t right, so ${amount} is yours.`,
    }),
    redo: { title: 'We’ll do it again', text: 'We’ll do the work again, at no cost. See when.' },
    decided: { title: 'Your report was decided', text: 'We looked at your report. See what we found.' },
  },
  es: {
    reported: {
      title: 'Un cliente reportó un problema',
      text: 'Cuéntanos tu versión antes de que decidamos.',
    },
    decidedForCrew: {
      title: 'Se decidió un reporte',
      text: 'Se decidió un problema que un cliente reportó. Mira cómo.',
    },
    refunded: (amount) => ({
      title: `Te devolvemos ${amount}`,
      text: `La visita no salió bien, así que ${amount} son tuyos.`,
    }),
    redo: { title: 'Lo hacemos otra vez', text: 'El trabajo se repite sin costo. Mira cuándo.' },
    decided: { title: 'Se decidió tu reporte', text: 'Revisamos tu reporte. Mira qué encontramos.' },
  },
})
